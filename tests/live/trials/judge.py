from pathlib import Path


def judged(path: Path):
    return []
