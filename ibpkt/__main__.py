"""``python -m ibpkt`` is the command line."""

from __future__ import annotations

from ibpkt.cli import main

main()
