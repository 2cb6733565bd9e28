"""Files that ``ibpkt fabric -w`` writes: one for each subnet, in the form that their ending names."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath

import click

from ibpkt.fabric.exports import ExportFormat, export_format, export_subnet
from ibpkt.fabric.model import Fabric
from ibpkt.io.atomic import whole_file


def export_targets(names: Sequence[str], files: Sequence[str], *, joined: bool) -> list[tuple[str, ExportFormat]]:
    """The files to write, before a capture is read.

    Raises:
        CallerError: an ending names no form.
        click.UsageError: there are several captures, which would overwrite each other's files.
    """
    if names and len(files) > 1 and not joined:
        raise click.UsageError("-w takes one capture: add --join, or call it once for each")
    return [(name, export_format(name)) for name in names]


def write_exports(fabric: Fabric, targets: Sequence[tuple[str, ExportFormat]]) -> None:
    """Write each file, completely or not at all; of a second subnet ``NAME.2.svg`` for ``NAME.svg``."""
    for name, form in targets:
        for number, subnet in enumerate(fabric.subnets, 1):
            path = PurePath(name)
            target = name if number == 1 else str(path.with_name(f"{path.stem}.{number}{path.suffix}"))
            with whole_file(target) as out:
                out.write(export_subnet(subnet, form).encode("utf-8", "replace"))
