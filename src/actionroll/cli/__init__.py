"""The command line. Each command is a module of this package; `commands` lists them.

A new command takes one line in `commands.COMMANDS` and a module of its name here with

    WORDS    the plain words it takes, as its help shows them ("GAME [MOVE]")
    OPTIONS  the options it takes, `options.Option` each
    run      a function of the words after its name and of the screen, which gives the exit status

A command whose module is not there is not listed.
"""
