"""Plain numbers into charts; knows no game.

- for the terminal: `terminal.bars`, `terminal.stacked`
- as SVG: `stacked_bars.stacked_svg` and `.odds_bar_svg`, `curves.curves_svg`, `heat_map.heat_svg`, `fan.fan_svg`
- in words: `percent.percent`, `alternative.alt_text`

Each is imported from its module, so that the prompt does not wait for pictures that it never draws.
"""
