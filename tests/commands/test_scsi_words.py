"""SCSI command descriptor blocks in words."""

import pytest

from ibpkt.commands.scsi_words import scsi_words


@pytest.mark.parametrize(
    ("block", "words"),
    [
        ("08 00 00 10 01", ("READ(6)", "LBA 16 blocks 1")),
        ("08 00 00 10 00", ("READ(6)", "LBA 16 blocks 256")),  # SBC-3, 5.7: a length of 0 are 256 blocks, here alone
        ("0a 1f ff ff 00", ("WRITE(6)", "LBA 2097151 blocks 256")),
        ("28 00 00 00 00 10 00 00 00", ("READ(10)", "LBA 16 blocks 0")),
        ("a8 00 00 00 00 10 00 00 00 00", ("READ(12)", "LBA 16 blocks 0")),
    ],
)
def test_blocks(block, words):
    assert scsi_words(bytes.fromhex(block)) == words
