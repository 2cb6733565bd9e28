"""The tools of the server: commands of ibpkt, with those of their options that neither read nor write other files.

Descriptions, names, types and choices are those of the commands; nothing is said a second time.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import click

from ibpkt.arguments import shown
from ibpkt.errors import CallerError

#: packets that `decode` gives unless it is asked for more, and the most
PACKETS, MOST_PACKETS = 100, 10_000
#: rows of a page unless another number is asked for, and the most
ROWS, MOST_ROWS = 50, 500
#: values of an option that may be given several times
_MOST_VALUES = 100


class McpTool(NamedTuple):
    """A tool.

    Attributes:
        words: the command.
        options: of the command, without dashes.
        files: it reads a capture.
        form: words that make its output one JSON object; none where `rows` reads it.
        rows: the name under which lines of its output are given.
    """

    words: tuple[str, ...]
    options: tuple[str, ...] = ()
    files: bool = True
    form: tuple[str, ...] = ("--format=json",)
    rows: str = ""

    @property
    def name(self) -> str:
        """The name that assistants call it by."""
        return "_".join(self.words)


_PACKETS = ("filter", "host", "qp", "roce-port")
TOOLS: dict[str, McpTool] = {
    tool.name: tool
    for tool in (
        McpTool(("info",), _PACKETS),
        McpTool(("expert",), (*_PACKETS, "incident", "severity", "kind", "flow", "limit", "explain")),
        McpTool(("flows",), (*_PACKETS, "sort", "limit", "no-crc")),
        McpTool(("messages",), (*_PACKETS, "latency", "depth", "memory", "flow", "kind", "outcome", "interval")),
        McpTool(("commands",), (*_PACKETS, "latency", "depth", "slowest", "errors", "follow", "flow", "kind")),
        McpTool(("decode",), (*_PACKETS, "field", "tree", "analysis", "time", "count"), form=(), rows="packets"),
        McpTool(("check",), _PACKETS),
        McpTool(("fabric",), (*_PACKETS, "path", "events")),
        *(
            McpTool(("stats", kind), (*_PACKETS, *options))
            for kind, options in {
                "protocols": (),
                "opcodes": ("verify",),
                "endpoints": ("by", "sort", "limit"),
                "conversations": ("by", "sort", "limit"),
                "connections": (),
                "mad": (),
                "io": ("interval", "measure", "column"),
            }.items()
        ),
        McpTool(("fields",), files=False, rows="fields"),
    )
}
#: a tool of its own, which is no command
LIST = "captures"


@functools.cache
def _command(words: tuple[str, ...]) -> click.Command:
    """The command behind words."""
    from ibpkt.cli.program import cli  # late: it imports the command that imports this module

    found: click.Command = cli
    for word in words:
        assert isinstance(found, click.Group)
        inner = found.get_command(click.Context(found), word)
        assert inner is not None
        found = inner
    return found


@functools.cache
def _options(tool: McpTool) -> dict[str, tuple[str, click.Option]]:
    """The options of a tool by the names of its arguments, with the option's long name."""
    by_name = {
        name.removeprefix("--"): each
        for each in _command(tool.words).params
        if isinstance(each, click.Option)
        for name in each.opts
    }
    return {name.replace("-", "_"): (f"--{name}", by_name[name]) for name in tool.options}


def _joins(tool: McpTool) -> bool:
    """Whether a tool reads several files as one capture."""
    return any("--join" in each.opts for each in _command(tool.words).params)


def description(tool: McpTool) -> str:
    """What a tool does."""
    return " ".join((_command(tool.words).help or "").replace("\b", "").split())


def schema(tool: McpTool) -> dict[str, Any]:
    """The arguments of a tool, as JSON Schema."""
    properties: dict[str, Any] = {}
    required = []
    if tool.files:
        properties["file"] = {"type": "string", "description": "A capture, as the tool `captures` lists it."}
        required = ["file"]
        if _joins(tool):
            properties["join"] = {
                "type": "array",
                "items": {"type": "string"},
                "maxItems": _MOST_VALUES,
                "description": "More files of the same capture: all are read as one, in the order of their times.",
            }
    else:
        properties["glob"] = {"type": "string", "description": "A pattern of names.", "default": "*"}
    for name, (_, option) in _options(tool).items():
        properties[name] = _property(option)
    if "count" in properties:
        properties["count"] |= {"default": PACKETS, "maximum": MOST_PACKETS}
    properties["rows"] = {
        "type": "integer", "minimum": 1, "maximum": MOST_ROWS, "default": ROWS, "description": "Rows of a page.",
    }  # fmt: skip
    properties["cursor"] = {"type": "string", "description": "Where the page before said that the next one begins."}
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def _property(option: click.Option) -> dict[str, Any]:
    says = {"description": option.help or ""}
    if option.is_flag:
        return {"type": "boolean", **says}
    kind = option.type
    single: dict[str, Any] = {"type": "string"}
    if isinstance(kind, click.Choice):
        single["enum"] = list(kind.choices)
    elif isinstance(kind, click.IntRange):
        single = {"type": "integer"} | ({} if kind.min is None else {"minimum": kind.min})
    if option.nargs > 1:
        return {"type": "array", "items": single, "minItems": option.nargs, "maxItems": option.nargs, **says}
    if option.multiple:
        return {"type": "array", "items": single, "maxItems": _MOST_VALUES, **says}
    return {**single, **says}


def words_of(tool: McpTool, arguments: Mapping[str, Any]) -> list[str]:
    """The words of the command line that answers a call, without files.

    An option and its value are one word, so that no value is taken for an option.

    Raises:
        CallerError: an argument that the tool does not have, or of another type.
    """
    words = [*tool.words, *tool.form]
    options = _options(tool)
    for name, value in arguments.items():
        if value is None or name in ("file", "join", "rows", "cursor", "glob"):
            continue
        if name not in options:
            raise CallerError(f"{tool.name} has no argument {shown(name)}", name=name, known=options)
        words += _words(name, *options[name], value)
    if "count" in options:
        words += _packet_words(arguments)
    return words


def _packet_words(arguments: Mapping[str, Any]) -> Iterator[str]:
    """What decides on the output of `decode`."""
    count = arguments.get("count", PACKETS)
    if isinstance(count, int) and count > MOST_PACKETS:
        raise CallerError(f"count is at most {MOST_PACKETS}: go on behind with a filter such as frame.number > {count}")
    if "count" not in arguments:
        yield f"--count={PACKETS}"
    if arguments.get("field"):
        if arguments.get("tree"):
            raise CallerError("tree shows all fields: give it, or names of fields")
        yield "--format=jsonl"


def _words(name: str, option_name: str, option: click.Option, value: Any) -> Iterator[str]:
    if option.is_flag:
        if not isinstance(value, bool):
            raise CallerError(f"{name} is true or false, not {shown(value)}")
        if value:
            yield option_name
        return
    several = option.multiple or option.nargs > 1
    values = value if several else [value]
    if not isinstance(values, list) or len(values) > _MOST_VALUES:
        raise CallerError(f"{name} is a list of at most {_MOST_VALUES} values, not {shown(value)}")
    texts = []
    for each in values:
        if not isinstance(each, str | int | float) or isinstance(each, bool) or "\0" in str(each):
            raise CallerError(f"{name} takes texts and numbers, not {shown(each)}")
        texts.append(str(each))
    if option.nargs == 1:
        yield from (f"{option_name}={text}" for text in texts)
        return
    if len(texts) != option.nargs or any(text.startswith("-") for text in texts):
        raise CallerError(f"{name} is a list of {option.nargs} names, not {shown(value)}")
    yield from (option_name, *texts)


def document(tool: McpTool, arguments: Mapping[str, Any], file: str, output: str) -> dict[str, Any]:
    """The output of a command as one object.

    Args:
        tool: what was called.
        arguments: likewise.
        file: the name of the capture.
        output: what the command printed.
    """
    if not tool.rows:
        found = json.loads(output) if output.strip() else {}
        return found if isinstance(found, dict) else {"rows": found}
    rows: list[Any]
    if not tool.files or arguments.get("field"):
        rows = [json.loads(line) for line in output.split("\n") if line]
    elif arguments.get("tree"):
        rows = [tree for tree in output.split("\n\n") if tree.strip()]
    else:
        rows = output.removesuffix("\n").split("\n") if output else []
    return {"file": file, tool.rows: rows} if tool.files else {tool.rows: rows}
