"""Asks tshark which frames each expression lets through.

python -m tests.filter.regenerate            # what has no answer yet about these captures
python -m tests.filter.regenerate --all      # everything anew, some ten minutes
python -m tests.filter.regenerate TEXT       # expressions with this text in them; the answers are only printed
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.filter import answers
from tests.filter.merged import CRAFTED, DIRECTORIES, merged, ranges
from tests.tshark import regenerate, store


def ask(capture: Path, expression: str) -> str:
    """tshark's answer, in the form of `answers.Answers`."""
    command = ["tshark", "-n", "-r", str(capture), "-Y", expression, "-T", "fields", "-e", "frame.number"]
    for option, value in regenerate.OPTIONS.items():
        command += ["-o", f"{option}:{value}"]
    environment = {**os.environ, "TZ": "UTC", "LC_ALL": "C.UTF-8"}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    said = [line for line in done.stderr.splitlines() if line.startswith("tshark:")]
    if done.returncode:
        return answers.REFUSED + (said[0] if said else done.stderr).removeprefix("tshark: ")
    return ranges([int(line) for line in done.stdout.split()])


def main() -> None:
    """Ask, and store."""
    if regenerate.version() != answers.TSHARK:
        sys.exit(f"differences.toml tells of tshark {answers.TSHARK}, here is {regenerate.version()}")
    anew = sys.argv[1:] == ["--all"]
    only = sys.argv[1] if len(sys.argv) > 1 and not anew else ""
    with tempfile.TemporaryDirectory() as folder:
        for directory in DIRECTORIES:
            if directory != CRAFTED and not store.captures(directory):
                print(f"{directory}: not here, kept as it is")
                continue
            data = merged(directory)
            path = Path(folder) / f"{directory}.pcapng"
            path.write_bytes(data)
            if only:
                for each in filter(lambda each: only in each, answers.expressions()):
                    print(f"{directory}: {each}: {ask(path, each)[:200]}")
                continue
            known = {} if anew else answers.about(directory, data)
            found = {each: known[each] if each in known else ask(path, each) for each in answers.expressions()}
            count = int(ask(path, "frame").rpartition("-")[2])
            size = answers.save(directory, answers.Answers(answers.TSHARK, answers.digest(data), count, found))
            print(
                f"{directory}: {count} frames, {len(found.keys() - known.keys())} asked of {len(found)}, {size} bytes"
            )


if __name__ == "__main__":
    main()
