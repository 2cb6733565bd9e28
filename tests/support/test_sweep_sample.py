"""Samples of sweeps: as many cases as are wanted, other ones with other seeds, each of them with some seed."""

from tests.support.sweep_sample import FEWEST, SHARE, left_out

CAPTURES = [f"tests/test_a.py::test_captures[{number}]" for number in range(7 * SHARE)]
FEW = [f"tests/test_a.py::test_few[{number}]" for number in range(FEWEST)]
SOME = [f"tests/test_b.py::test_captures[{number}]" for number in range(FEWEST + 2)]


def test_one_case_in_so_many_and_so_many_at_least():
    kept = {*CAPTURES, *FEW, *SOME} - left_out([*CAPTURES, *FEW, *SOME], "7")
    assert len(kept & set(CAPTURES)) == len(CAPTURES) // SHARE
    assert len(kept & set(SOME)) == FEWEST
    assert kept.issuperset(FEW)


def test_the_same_seed_gives_the_same_ones_in_any_order():
    assert left_out(CAPTURES, "7") == left_out(reversed(CAPTURES), "7") != left_out(CAPTURES, "8")


def test_every_case_has_its_turn():
    always = set(CAPTURES)
    for seed in range(200):
        always &= left_out(CAPTURES, str(seed))
    assert not always


def test_sweeps_do_not_share_their_sample():
    """Else a capture would be left out of all of them together."""
    other = [case.replace("test_a", "test_b") for case in CAPTURES]
    assert {case.replace("test_b", "test_a") for case in left_out(other, "7")} != left_out(CAPTURES, "7")


def test_what_is_no_sweep_is_kept():
    assert left_out([], "7") == set()
