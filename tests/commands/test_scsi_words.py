"""SCSI command descriptor blocks in words."""

import pytest

from ibpkt.commands.scsi_words import answer_words, scsi_words


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


@pytest.mark.parametrize(
    ("sense", "words"),
    [
        ("", "CHECK CONDITION"), ("70", "CHECK CONDITION"), ("70 00", "CHECK CONDITION"),
        ("70 00 05", "CHECK CONDITION: ILLEGAL REQUEST"), ("72", "CHECK CONDITION"), ("7f 00 05", "CHECK CONDITION"),
        ("72 05", "CHECK CONDITION: ILLEGAL REQUEST"),
        ("72 05 20 00", "CHECK CONDITION: ILLEGAL REQUEST, INVALID COMMAND OPERATION CODE"),
    ],
)  # fmt: skip
def test_sense_data_may_end_anywhere_behind_the_key(sense, words):
    """SPC-4, 4.5: of fixed format the key is in byte 2, of descriptor format in byte 1."""
    assert answer_words(2, bytes.fromhex(sense)) == words
