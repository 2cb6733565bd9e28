"""Help texts that end with examples, none of whose lines is wider than the terminal."""

from __future__ import annotations

import re

import click

#: what the shell takes for one word, in the quotes that it needs
_WORD = re.compile(r"""(?:[^\s'"]|'[^']*'|"[^"]*")+""")
_TITLE = "Examples:"
#: tells click to leave a paragraph as it is
_RAW = "\b"


def broken(line: str, width: int) -> list[str]:
    """A command line as lines that a shell reads as one.

    Args:
        line: the line.
        width: columns that a line may have; a word that is wider stays whole.
    """
    lines = [""]
    words = _WORD.findall(line)
    for at, word in enumerate(words):
        longer = f"{lines[-1]} {word}" if lines[-1].strip() else lines[-1] + word
        if lines[-1].strip() and len(longer) + (2 if at + 1 < len(words) else 0) > width:
            lines[-1] += " \\"
            lines.append(f"    {word}")
        else:
            lines[-1] = longer
    return lines


def examples(*lines: str) -> str:
    """An epilogue of a help text that shows examples, one a line."""
    return f"{_RAW}\n{_TITLE}\n" + "\n".join(f"  {line}" for line in lines)


class ExamplesHelp(click.Command):
    """A command whose epilogue is made by `examples`."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples."""
        for line in (self.epilog or "").splitlines():
            if line == _RAW:
                continue
            if line == _TITLE:
                formatter.write_paragraph()
                formatter.write(f"{'':{formatter.indent_increment}}{line}\n")
                continue
            indent = 2 * formatter.indent_increment
            for part in broken(line.strip(), formatter.width - indent):
                formatter.write(f"{'':{indent}}{part}\n")
