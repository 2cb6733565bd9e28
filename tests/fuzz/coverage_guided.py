"""Looks for bytes that raise, by coverage (atheris), as long as you let it.

    python -m tests.fuzz.coverage_guided packets [CORPUS…] [-max_total_time=600]
    python -m tests.fuzz.coverage_guided files [CORPUS…] [-max_total_time=600]

``packets``: two bytes choose the link type, the rest is a packet; it must hold what `check` of
`tests.fuzz.test_any_bytes` asks.  ``files``: the bytes are a capture file; reading and every renderer may refuse it
with a sentence, and nothing else.  What is found becomes an ``@example`` of `tests.fuzz.test_any_bytes` or a case of
tests/capture.  It needs `pip install atheris`, and starts from the packets and captures of this repository.
"""

from __future__ import annotations

import io
import sys
import tempfile
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["ibpkt"]):
    import ibpkt
    from ibpkt.output.json import JsonLines, JsonObjects
    from ibpkt.output.summary import SummaryLines
    from ibpkt.output.tree import TreeLines

from tests.fuzz.test_any_bytes import PACKETS, check

CAPTURES = Path(__file__).parents[2] / "captures"


def packets(data: bytes) -> None:
    if len(data) >= 2:
        check(data[2:], int.from_bytes(data[:2], "big"))


def files(data: bytes) -> None:
    try:
        with ibpkt.open(io.BytesIO(data)) as capture:
            for batch in capture.batches():
                for renderer in (SummaryLines(digits=9), TreeLines(), JsonObjects(), JsonLines()):
                    b"".join(renderer.render(batch))
    except ibpkt.CaptureError:
        return


def seeds(kind: str, directory: Path) -> None:
    """The corpus to start from."""
    if kind == "packets":
        for number, packet in enumerate(PACKETS):
            (directory / str(number)).write_bytes(packet.link.to_bytes(2, "big") + packet.data)
    else:
        for path in CAPTURES.iterdir():
            if path.suffix in (".pcap", ".pcapng", ".erf"):
                (directory / path.name).write_bytes(path.read_bytes()[:4000])


def main() -> None:
    kinds = {"packets": packets, "files": files}
    if len(sys.argv) < 2 or sys.argv[1] not in kinds:
        raise SystemExit(__doc__)
    kind = sys.argv.pop(1)
    with tempfile.TemporaryDirectory() as directory:
        seeds(kind, Path(directory))
        atheris.Setup([*sys.argv, directory], kinds[kind])
        atheris.Fuzz()


if __name__ == "__main__":
    main()
