"""What somebody typed who is used to another program: its options, known here or not, its files, its filter."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import click

#: one word of a shell needs no quotes if it has only these
_PLAIN = re.compile(r"[\w@%+=:,./…-]+")
#: within double quotes the shell leaves all but these as they are
_SPECIAL = re.compile(r'[$`"\\!]')
#: what stands in a line where a file's name was not typed
NO_FILE = "FILE"


#: long names that tshark has for its letters
SHORT = {
    "--interface": "-i", "--display-filter": "-Y", "--read-file": "-r", "--read-filter": "-R", "--autostop": "-a",
    "--ring-buffer": "-b", "--buffer-size": "-B", "--snapshot-length": "-s", "--linktype": "-y",
    "--list-interfaces": "-D", "--list-data-link-types": "-L", "--no-promiscuous-mode": "-p", "--monitor-mode": "-I",
}  # fmt: skip


class Typed(NamedTuple):
    """An option as it was typed.

    Attributes:
        option: its name, with its dashes.
        value: what followed it; empty for a flag.
    """

    option: str
    value: str = ""

    @property
    def words(self) -> list[str]:
        """The option as words of a command line."""
        return [self.option, self.value] if self.value else [self.option]


class TypedLine:
    """A command line, taken apart.

    Args:
        words: the arguments after the name of the command.
        known: the options of the command, and whether they take a value.
        foreign: likewise those of the other program.

    Attributes:
        ours: the options that the command has, except files and the filter.
        theirs: those that only the other program has.
        files: the captures that were named.
        filter: what ``-Y`` gave; empty for none.
        reads: ``-r`` was typed, which editcap takes for "keep these packets".
    """

    def __init__(self, words: Sequence[str], known: Mapping[str, bool], foreign: Mapping[str, bool]) -> None:
        self.ours: list[Typed] = []
        self.theirs: list[Typed] = []
        self.files: list[str] = []
        self.filter = ""
        self.reads: bool = False
        self._known, self._foreign = known, foreign
        left = list(words)
        while left:
            word = left.pop(0)
            if word == "--":
                self.files += left
                break
            if word.startswith("--"):
                self._long(word, left)
            elif word.startswith("-") and word != "-":
                self._short(word[1:], left)
            else:
                self.files.append(word)

    @property
    def options(self) -> list[str]:
        """Our options as words, with the filter."""
        return [word for typed in self.ours for word in typed.words] + self.selection

    @property
    def selection(self) -> list[str]:
        """The filter, and other options that say which packets are meant, as words."""
        port = [word for typed in self.ours if typed.option in ("--roce-port", "--join") for word in typed.words]
        return port + (["-Y", self.filter] if self.filter else [])

    @property
    def named(self) -> list[str]:
        """The files; a word that stands for one where there is none."""
        return self.files or [NO_FILE]

    def value(self, option: str) -> str:
        """The last value of an option of the other program; empty where it was not typed."""
        return next((typed.value for typed in reversed(self.theirs) if typed.option == option), "")

    def ours_value(self, option: str) -> str:
        """The last value of an option that the command has; empty where it was not typed."""
        return next((typed.value for typed in reversed(self.ours) if typed.option == option), "")

    def _long(self, word: str, left: list[str]) -> None:
        typed, equals, value = word.partition("=")
        option = SHORT.get(typed, typed)
        if not equals and self._known.get(option, self._foreign.get(option, False)) and left:
            value = left.pop(0)
        self._take(option, value)

    def _short(self, cluster: str, left: list[str]) -> None:
        """``-nr x.pcap`` is ``-n -r x.pcap``, ``-c5`` is ``-c 5``."""
        for place, letter in enumerate(cluster, 1):
            option = f"-{letter}"
            if self._known.get(option, self._foreign.get(option, False)):
                value = cluster[place:] or (left.pop(0) if left else "")
                self._take(option, value)
                return
            self._take(option, "")

    def _take(self, option: str, value: str) -> None:
        option = SHORT.get(option, option)
        if option in ("-r", "--read"):
            self.files.append(value)
            self.reads = True
        elif option in ("-Y", "--filter"):
            self.filter = value
        else:
            (self.ours if option in self._known else self.theirs).append(Typed(option, value))


def option_names(command: click.Command) -> dict[str, bool]:
    """The options of a command, and whether each takes a value."""
    return {
        name: not parameter.is_flag and not parameter.count
        for parameter in command.params
        if isinstance(parameter, click.Option)
        for name in (*parameter.opts, *parameter.secondary_opts)
    } | {"-h": False, "--help": False}


def shell_line(words: Sequence[str]) -> str:
    """Words as a line that can be pasted into a shell; a bar alone is a pipe."""
    return " ".join(word if word == "|" else _quoted(word) for word in words)


def _quoted(word: str) -> str:
    if _PLAIN.fullmatch(word):
        return word
    if not _SPECIAL.search(word):
        return f'"{word}"'
    return "'" + word.replace("'", "'\\''") + "'"
