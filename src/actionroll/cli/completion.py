"""`actionroll completion`: a script for the shell, which asks this command what could follow."""

from __future__ import annotations

from collections.abc import Sequence

from actionroll.cli.options import Option, parse
from actionroll.cli.screen import Screen
from actionroll.errors import ActionrollError, UnknownName

WORDS = "bash|zsh|fish"
OPTIONS = (Option("line", "What was typed so far; tells what could follow.", "TEXT"),)

# bash takes the word after the last = or : as the one to complete, so only that part is handed to it.
BASH = r"""_actionroll() {
    local IFS=$'\n' line="${COMP_LINE:0:COMP_POINT}"
    COMPREPLY=($(actionroll completion --line "$line" 2>/dev/null))
    local current="${line##*[[:space:]]}"
    if [[ $current == *=* ]]; then
        COMPREPLY=("${COMPREPLY[@]#"${current%"${current##*=}"}"}")
    fi
    [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace
    return 0
}
complete -o default -F _actionroll actionroll
"""

ZSH = r"""#compdef actionroll
_actionroll() {
    local -a found=("${(@f)$(actionroll completion --line "${BUFFER[1,CURSOR]}" 2>/dev/null)}")
    if [[ -z "${found[*]}" ]]; then
        _files
    else
        compadd -S '' -- ${(M)found:#*=}
        compadd -- ${found:#*=}
    fi
}
compdef _actionroll actionroll
"""

FISH = r"""complete -c actionroll -f -a '(actionroll completion --line (commandline -cp) 2>/dev/null)'
complete -c actionroll -l sheet -r -F
"""

SCRIPTS = {"bash": BASH, "zsh": ZSH, "fish": FISH}


def run(words: Sequence[str], screen: Screen) -> int:
    """Write the script of a shell, or what could follow a line."""
    given = parse(words, OPTIONS, most_words=1)
    line = given.one("line")
    if line is not None:
        from actionroll.cli.candidates import candidates

        try:
            found = candidates(line)
        except ActionrollError:
            found = []  # a line that is wrong so far has nothing that could follow it
        for each in found:
            screen.say(each)
        return 0
    shell = given.words[0] if given.words else ""
    if shell not in SCRIPTS:
        raise UnknownName("shell", shell, SCRIPTS)
    screen.say(SCRIPTS[shell].rstrip())
    return 0
