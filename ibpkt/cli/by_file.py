"""``--jobs``, ``--resume``, ``--progress-json``: the options of commands that take many captures, each for itself."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import click

from ibpkt.cli.files import Files
from ibpkt.cli.light_options import Command
from ibpkt.cli.options import jobs_option
from ibpkt.cli.run import processes

#: formats whose output is one document about all files
_DOCUMENTS = ("junit", "sarif")


def by_file(
    separator: str = "", *, alone: Callable[[dict[str, Any]], bool] = lambda options: False, in_parallel: bool = False
) -> Callable[[Command], Command]:
    """``--jobs``, ``--resume`` and ``--progress-json`` for a command that gets its `Files` as ``inputs``.

    Args:
        separator: what the command writes between the texts of two captures.
        alone: whether what these options ask for takes all captures in one process.
        in_parallel: the command also takes ``jobs``, how many processes work on one capture.
    """

    def decorate(command: Command) -> Command:
        @functools.wraps(command)
        def with_jobs(inputs: Files, jobs: int, resume: str | None, progress_json: bool, **options: Any) -> Any:
            form = options.get("form", "text")
            one = not inputs.several or form in _DOCUMENTS or bool(options.get("state")) or alone(options)
            if resume is not None and (one or "-" in inputs.names):
                raise click.UsageError("--resume goes with several FILEs, each for itself and with a name")
            several = {"jobs": 1 if inputs.growing else processes(jobs, inputs.names)} if in_parallel else {}
            if one and not progress_json:
                return command(inputs=inputs, **several, **options)
            from ibpkt.cli.file_runs import RunOverFiles, RunProgress  # late: one capture does without processes

            if one:
                progress = RunProgress(inputs.names, as_json=True)
                code = command(inputs=inputs, **several, **options)
                for name in inputs.names:
                    progress.done(name, kept=False)
                return code
            if resume is None and not progress_json and processes(jobs, inputs.names) == 1:
                return command(inputs=inputs, **options)
            inputs.require()
            run = RunOverFiles(functools.partial(command, **options), inputs, form, separator)
            return run.run(processes(jobs, inputs.names), resume, progress_json)

        wrapped: Any = click.option(
            "--progress-json", is_flag=True, help="After each FILE, a JSON object on standard error: how far it is."
        )(with_jobs)
        wrapped = click.option(
            "--resume",
            metavar="DIR",
            type=click.Path(readable=False),
            help="Keep the result of each FILE in DIR, and take those that are there: an interrupted run goes on.",
        )(wrapped)
        return jobs_option(wrapped)  # type: ignore[no-any-return]

    return decorate
