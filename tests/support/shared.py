"""Captures that tests read: those of this repository, and more beside it where a developer has them."""

from __future__ import annotations

from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
OWN = REPOSITORY / "captures"
SHARED = REPOSITORY.parent / "shared"
CAPTURES = SHARED / "captures"
_FOLDERS = (OWN, CAPTURES / "recorded", CAPTURES / "third_party")
#: captures of `OWN` that a sweep leaves to the slow run: the same packets in another form, more of the same operations
#: and faults, and large ones; tests that are about one of them name it
REPEATED = {
    *("corrupt_write.pcap", "ecn_marked_netem.pcap", "iser.pcap", "rnr_recover.pcap", "tclass_dscp26_ect0.pcap"),
    *("ib_small_erf.pcap", "derived_plain.erf", "derived_two_interfaces.pcapng", "derived_nsec.pcap"),
    *("derived_bigendian.pcap", "derived_gz.pcap.gz", "derived_snap96.pcap", "psn_wrap.pcap", "rc_send.pcap"),
    *("bidir_sends.pcap", "uc_write.pcap", "uc_send.pcap", "uc_send_imm.pcap", "send_imm.pcap", "rping_ipv4.pcap"),
    *("atomic_fetch_add.pcap", "loss_write_3pct.pcap.gz", "ud_loss_gap.pcap", "retry_exceeded_link_down.pcap"),
    *("nak_remote_access_read_rkey.pcap", "nak_remote_access_noperm.pcap", "nak_invalid_qp_noread.pcap"),
}


#: captures of the packets of another one, in a file or in records of another form, and which one that is
OTHER_FORMS = {
    "derived_bigendian.pcap": "mix_all_ops.pcap", "derived_gz.pcap.gz": "mix_all_ops.pcap",
    "derived_nsec.pcap": "mix_all_ops.pcap", "loss_write_3pct.pcap": "loss_write_3pct.pcap.gz",
    "derived_ib247_bigendian.pcap": "ib_small.pcap", "derived_plain.erf": "ib_small_erf.pcap",
    "ib_fattree_erf.pcap": "ib_fattree.pcap",
}  # fmt: skip


def captures(*, every_form: bool = False) -> list[Path]:
    """Every capture file, each name once.

    Args:
        every_form: those of `OTHER_FORMS`, too, for what reads or writes files.
    """
    found: dict[str, Path] = {}
    for folder in _FOLDERS:
        for path in sorted(folder.glob("*")):
            if path.suffix in (".pcap", ".pcapng", ".erf", ".gz") and (every_form or path.name not in OTHER_FORMS):
                found.setdefault(path.name, path)
    return list(found.values())


def capture(name: str) -> Path:
    """A capture by its name; the test is skipped where it is not there."""
    for folder in _FOLDERS:
        if (folder / name).exists():
            return folder / name
    pytest.skip(f"{name} is not in this repository, and not beside it")


def needs(path: Path) -> pytest.MarkDecorator:
    """Skips a test where something is not there, and says so."""
    return pytest.mark.skipif(not path.exists(), reason=f"{path.name} is not beside this repository")
