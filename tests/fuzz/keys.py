"""Fuzzes `ibpkt tui`: mutated captures, drawn keys, without a terminal.

    python -m tests.fuzz.keys [--seconds 3600] [--seed 1] [--save DIRECTORY]

What must hold of every run: no exception and no warning in front or in the background, and no control characters on
the screen.  What fails is printed with its seed and its keys, and its capture is saved.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
import traceback
import warnings
from pathlib import Path

from ibpkt.errors import IbpktError
from tests.fuzz.mutated_captures import mutated_capture
from tests.tui.driver import LARGE, SMALL, driven

#: keys, and words that are typed; each line of input ends as often by the one key as by the other
KEYS = (
    *"nNgGfmclis|yT/:?12345678", "enter", "escape", "tab", "up", "down", "left", "right", "pageup", "pagedown", "home",
    "end", "plus", "minus", "space", "question_mark", "colon", "slash", "j", "k", "h",
)  # fmt: skip
TYPED = ("infiniband.aeth", "infiniband.bth.psn > 5", "frame.time_delta > 0", "10", "infiniband.mad", "not ip", "((")
MOST_KEYS = 12


def drawn_keys(chance: random.Random) -> list[str]:
    """Some keys, and filters and numbers among them."""
    keys: list[str] = []
    for _ in range(chance.randint(1, MOST_KEYS)):
        if chance.random() < 0.2:
            typed = [{" ": "space", ".": "full_stop"}.get(char, char) for char in chance.choice(TYPED)]
            keys += [chance.choice(["slash", "colon"]), *typed, chance.choice(["enter", "escape"])]
        else:
            keys.append(chance.choice(KEYS))
    return keys


def tried(path: Path, keys: list[str], size: tuple[int, int]) -> str:
    """What does not hold of a run; "" for nothing."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", RuntimeWarning)
            text = driven(path, keys, size)
    except IbpktError:
        return ""  # a sentence, before the first screen
    except Exception:
        return traceback.format_exc(limit=-8)
    odd = {char for char in text if not char.isprintable() and char != "\n"}
    return f"control characters {odd}" if odd else ""


def fuzzed(seed: int, directory: Path) -> tuple[str, list[str]]:
    """What does not hold of one capture and some keys, all drawn from a seed; and the keys."""
    chance = random.Random(seed)
    path = directory / "0.pcapng"
    path.write_bytes(mutated_capture(chance))
    keys = drawn_keys(chance)
    return tried(path, keys, chance.choice([SMALL, LARGE])), keys


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("--seed", type=int, default=time.time_ns() >> 10)
    parser.add_argument("--save", type=Path)
    given = parser.parse_args()
    begin, runs, failures = time.monotonic(), 0, 0
    with tempfile.TemporaryDirectory() as directory:
        while time.monotonic() - begin < given.seconds:
            seed = given.seed + runs
            failure, keys = fuzzed(seed, Path(directory))
            runs += 1
            if failure:
                failures += 1
                print(f"seed {seed}: {' '.join(keys)}\n{failure}", flush=True)
                if given.save is not None:
                    given.save.mkdir(parents=True, exist_ok=True)
                    (given.save / f"{seed}.pcapng").write_bytes((Path(directory) / "0.pcapng").read_bytes())
    print(f"{runs} runs from seed {given.seed}, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
