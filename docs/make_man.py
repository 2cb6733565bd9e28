"""Writes the man pages and the completion scripts out of the commands: ``python docs/make_man.py``."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from pathlib import Path

import click
from click.shell_completion import get_completion_class

import ibpkt
from ibpkt.cli.program import cli

DOCS = Path(__file__).parent
MAN, COMPLETION = DOCS / "man", DOCS / "completion"
#: the file of each shell's completion, where the shell looks for it
SCRIPTS = {"bash": "ibpkt", "zsh": "_ibpkt", "fish": "ibpkt.fish"}


def commands(
    command: click.Command = cli, name: str = "ibpkt", parent: click.Context | None = None
) -> Iterator[tuple[str, click.Command, click.Context]]:
    """Every command with its full name and its context."""
    context = click.Context(command, info_name=name.rpartition(" ")[2], parent=parent, **command.context_settings)
    yield name, command, context
    if isinstance(command, click.Group):
        for word in command.list_commands(context):
            if (found := command.get_command(context, word)) is not None:
                yield from commands(found, f"{name} {word}", context)


def exit_codes() -> list[tuple[str, str]]:
    """The exit codes and their meanings, as `index.md` lists them."""
    text = (DOCS / "index.md").read_text(encoding="utf-8").partition("| exit code | meaning |")[2]
    rows = re.findall(r"^\| (\d+) \| (.+) \|$", text.partition("\n\n")[0], re.MULTILINE)
    return [(code, meaning) for code, meaning in rows]


def man_page(name: str, command: click.Command, context: click.Context) -> str:
    """A page in the language of man(7)."""
    title = name.replace(" ", "-")
    short = command.get_short_help_str(200)
    usage = " ".join(command.collect_usage_pieces(context))
    parts = [
        f'.TH {_text(title).upper()} 1 "" "ibpkt {ibpkt.__version__}" "ibpkt"',
        f".SH NAME\n{_text(title)} \\- {_text(short)}",
        f".SH SYNOPSIS\n.B {_text(name)}\n{_text(usage)}",
        f".SH DESCRIPTION\n{_paragraphs(command.help or short)}",
    ]
    options = [each for each in command.get_params(context) if isinstance(each, click.Option) and not each.hidden]
    if options:
        parts.append(".SH OPTIONS\n" + "\n".join(map(_option, options)))
    if isinstance(command, click.Group):
        found = [(word, command.get_command(context, word)) for word in command.list_commands(context)]
        rows = [f".TP\n.BR {title}-{word} (1)\n{_text(each.get_short_help_str(200))}" for word, each in found if each]
        parts.append(".SH COMMANDS\n" + "\n".join(rows))
    elif examples := re.findall(r"^\s+(ibpkt .+)$", command.epilog or "", re.MULTILINE):
        parts.append(".SH EXAMPLES\n.nf\n" + "\n".join(_text(line) for line in examples) + "\n.fi")
    rows = [f".TP\n.B {code}\n{_text(meaning.replace('`', ''))}" for code, meaning in exit_codes()]
    parts.append(".SH EXIT STATUS\n" + "\n".join(rows))
    if name != "ibpkt":
        parts.append(".SH SEE ALSO\n.BR ibpkt (1)")
    return "\n".join(parts) + "\n"


def _option(option: click.Option) -> str:
    """An option, as `--help` shows it; what click adds to that differs between its versions."""
    names = ", ".join(sorted([*option.opts, *option.secondary_opts], key=len))
    kind = option.type
    value = f"[{'|'.join(map(str, kind.choices))}]" if isinstance(kind, click.Choice) else kind.name.upper()
    words = names if option.is_flag or option.count else f"{names} {option.metavar or value}"
    says = option.help or ""
    if option.show_default and option.default is not None and not option.is_flag:
        says += f" The default is {option.default}."
    if option.required:
        says += " It must be given."
    return f".TP\n.B {_text(words)}\n{_text(says)}"


def _text(text: str) -> str:
    """Text of which roff takes nothing for its own."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-").replace("…", "...").replace("→", "\\(->")
    return "\n".join(f"\\&{line}" if line[:1] in ".'" else line for line in escaped.splitlines())


def _paragraphs(text: str) -> str:
    """The paragraphs of a help text; those behind ``\\b`` keep their lines."""
    parts = []
    for paragraph in re.split(r"\n\s*\n", inspect.cleandoc(text)):
        if paragraph.startswith("\b\n"):
            parts.append(f".nf\n{_text(paragraph[2:])}\n.fi")
        else:
            parts.append(_text(" ".join(paragraph.split())))
    return "\n.PP\n".join(parts)


def pages() -> dict[Path, str]:
    """Every file that this script writes, and its content."""
    found = {MAN / f"{name.replace(' ', '-')}.1": man_page(name, *of) for name, *of in commands()}
    for shell, script in SCRIPTS.items():
        make = get_completion_class(shell)
        assert make is not None
        found[COMPLETION / script] = make(cli, {}, "ibpkt", "_IBPKT_COMPLETE").source()
    return found


if __name__ == "__main__":
    made = pages()  # before the old ones go
    for folder in (MAN, COMPLETION):
        folder.mkdir(exist_ok=True)
        for old in folder.iterdir():
            old.unlink()
    for path, text in made.items():
        path.write_text(text, encoding="utf-8")
