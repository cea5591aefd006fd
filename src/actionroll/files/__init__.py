"""Games as files: one TOML file is one game, checked as a whole and compiled once to the steps of `rules`."""
