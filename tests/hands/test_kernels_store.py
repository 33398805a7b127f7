"""How kernels are loaded, kept, and refuse what they cannot read."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from houseway.cards import CARDS, JOKER, parse_cards
from houseway.folders import cache_folder
from houseway.hands import kernels
from houseway.hands.kernels import Table, store
from houseway.hands.tables import strengths
from houseway.hands.tables.build import build, numbering, sets_of_ranks
from houseway.hands.tables.layout import (
    BITS,
    DEUCE_5,
    EMPTY,
    HIGH_5,
    HIGH_6,
    HIGH_7,
    JOKER_7,
    KEYS,
    LOW_5,
    LOW_7,
    LOWER_RANKS,
    PARTS,
    SETS,
    UPPER_RANKS,
    WEIGHTS,
    Place,
)
from houseway.hands.value import HandError


def run(code: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        capture_output=True, text=True, check=False, env={**os.environ, **environment},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_the_library_and_its_hands_load_neither_numpy_nor_numba() -> None:
    assert run(
        "import sys, houseway, houseway.hands, houseway.hands.rankings;"
        "print([name for name in ('numpy', 'numba') if name in sys.modules])"
    ) == "[]"  # fmt: skip


def test_hands_given_card_by_card_are_counted_without_numba() -> None:
    """So nobody waits for code to be compiled, or for Numba to load."""
    assert run(
        "import sys, houseway;"
        "found = houseway.equity('napa-valley/texas-holdem', ['AhAd', 'KsKc']);"
        "print(found.exact, 'numba' in sys.modules)"
    ) == "True False"  # fmt: skip


@pytest.mark.parametrize(
    ("missing", "what"), [("numpy", "kernels"), ("numba", "kernels"), ("numpy", "tables")]
)
def test_without_numpy_or_numba_the_error_names_the_extra(missing: str, what: str) -> None:
    message = run(
        f"import sys; sys.modules[{missing!r}] = None\n"
        f"try: import houseway.hands.{what}\n"
        "except ImportError as error: print(error)"
    )
    assert missing in message
    assert "houseway[analysis]" in message


# Numbers for cards


def test_the_sum_of_weights_names_up_to_seven_cards_of_a_half() -> None:
    counts = np.indices((5,) * 6).reshape(6, -1)  # none to four of each of six ranks
    totals = (np.array(WEIGHTS) @ counts)[counts.sum(axis=0) <= 7]
    assert len(np.unique(totals)) == len(totals) == 1_548
    assert totals.max() + 1 == PARTS["step"]


@pytest.mark.parametrize("size", SETS)
def test_sets_of_ranks_are_numbered_without_gaps(size: int) -> None:
    step, firsts = numbering()
    weights = dict(zip((*LOWER_RANKS, *UPPER_RANKS), WEIGHTS * 2, strict=True)) | {2: 0}
    sets = sets_of_ranks(size)
    assert len(sets) == len(set(sets)) == SETS[size]
    for number, ranks in enumerate(sets):
        upper = sum(weights[rank] for rank in ranks if rank in UPPER_RANKS)
        lower = sum(weights[rank] for rank in ranks if rank not in UPPER_RANKS)
        assert firsts[size][upper] + step[lower] == number


def test_the_tables_take_less_than_a_megabyte() -> None:
    assert kernels.tables().nbytes < 1_000_000


def test_the_shipped_table_is_the_one_that_is_built() -> None:
    """Otherwise run `scripts/make-tables`."""
    assert (kernels.tables() == build()).all()


@pytest.mark.parametrize("place", [HIGH_5, HIGH_6, HIGH_7, LOW_5, LOW_7, DEUCE_5])
def test_hands_looked_up_in_arrays_are_worth_the_same(place: Place) -> None:
    source = np.random.default_rng(place.cards)
    hands = np.argsort(source.random((20_000, 52)), axis=1)[:, : place.cards]
    keys, bits = EMPTY + KEYS[hands].sum(axis=1), BITS[hands].sum(axis=1)
    assert (strengths(place, keys, bits) == kernels.evaluate(place, hands)).all()


def test_the_table_cannot_be_written() -> None:
    with pytest.raises(ValueError, match="read-only"):
        kernels.tables()[0] = 1


# Hands in arrays and in compiled code


@kernels.compiled
def one_by_one(
    table: Table, hands: npt.NDArray[np.uint8], out: npt.NDArray[np.uint16]
) -> None:  # fmt: skip
    for i in range(hands.shape[0]):
        key, bits = EMPTY, np.uint64(0)
        for index in hands[i]:
            key += KEYS[index]
            bits += BITS[index]
        out[i] = kernels.strength(table, JOKER_7, key, bits)


def test_a_hand_built_card_by_card_in_compiled_code_is_worth_the_same() -> None:
    source = np.random.default_rng(53)
    hands = np.argsort(source.random((20_000, 53)), axis=1)[:, :7].astype(np.uint8)
    out = np.empty(len(hands), np.uint16)
    one_by_one(kernels.tables(), hands, out)
    assert (out == kernels.evaluate(JOKER_7, hands)).all()


def test_rows_columns_slices_and_other_integers_are_read_alike() -> None:
    source = np.random.default_rng(52)
    hands = np.argsort(source.random((1_000, 52)), axis=1)[:, :7]
    expected = kernels.evaluate(HIGH_7, hands)
    for other in (
        hands.astype(np.uint8),
        np.asfortranarray(hands.astype(np.uint8)),
        np.repeat(hands, 2, axis=1).astype(np.uint8)[:, ::2],
        hands.astype(np.int32),
        hands.tolist(),
    ):
        assert (kernels.evaluate(HIGH_7, other) == expected).all()
    assert kernels.evaluate(HIGH_7, np.empty((0, 7), np.uint8)).shape == (0,)


def test_order_of_cards_does_not_matter() -> None:
    hand = [card.index for card in parse_cards("Qs 5h Ad Qd 5c 9s 2c")]
    turned = [hand[i:] + hand[:i] for i in range(7)]
    assert len(set(kernels.evaluate(HIGH_7, turned).tolist())) == 1


@pytest.mark.parametrize("dtype", [np.uint8, np.int64])
def test_cards_of_another_deck_are_refused_by_row(dtype: type[np.integer[npt.NBitBase]]) -> None:
    good = list(range(7))
    strange = np.array([good, [*good[:6], 53]], dtype=dtype)
    with pytest.raises(HandError, match=r"hand 1, .*53\], .* from 0 to 52, the joker \(52\) once"):
        kernels.evaluate(JOKER_7, strange)
    with pytest.raises(HandError, match=r"hand 0, .*from 0 to 51$"):
        kernels.evaluate(HIGH_7, np.array([[*good[:6], JOKER.index]], dtype=dtype))
    with pytest.raises(HandError, match=r"hand 0, .*from 0 to 51$"):
        kernels.evaluate_three(np.array([[1, 2, 52]], dtype=dtype))


def test_two_jokers_in_a_hand_are_refused() -> None:
    with pytest.raises(HandError, match=r"hand 1, .* once"):
        kernels.evaluate(JOKER_7, [[0, 1, 2, 3, 4, 5, 52], [52, 1, 2, 3, 4, 5, 52]])


def test_a_negative_index_is_refused() -> None:
    with pytest.raises(HandError, match=r"hand 0, \[-1,"):
        kernels.evaluate(HIGH_7, [[-1, 1, 2, 3, 4, 5, 6]])


def test_a_wrong_number_of_cards_is_refused() -> None:
    with pytest.raises(HandError, match=r"shape \(1, 6\).*rows of 7"):
        kernels.evaluate(HIGH_7, [[0, 1, 2, 3, 4, 5]])


def test_numbers_that_are_no_indexes_are_refused() -> None:
    with pytest.raises(HandError, match="float64"):
        kernels.evaluate(HIGH_7, [[0.5] * 7])


def test_a_card_twice_stays_inside_the_table() -> None:
    # Wrong, but harmless: what follows is a number, not a crash.
    hands = [[card.index] * 7 for card in CARDS]
    assert kernels.evaluate(HIGH_7, hands).max() <= 65_535
    assert kernels.evaluate(JOKER_7, [[*hand[:6], 52] for hand in hands]).max() <= 65_535


# Compiled code between runs


def test_where_nothing_can_be_kept_code_is_compiled_anyway(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path / "file" / "below"))
    assert cache_folder() is None
    assert store.compiled(lambda: 7)() == 7


def test_the_folder_follows_the_user_s_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("HOUSEWAY_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_folder() == tmp_path / "houseway"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert cache_folder() == tmp_path / ".cache" / "houseway"


def _key(folder: Path) -> str:
    store.source_key.cache_clear()
    return store.source_key(folder / "kernel.py")


def test_what_is_kept_is_named_after_its_source_and_what_that_is_built_upon(tmp_path: Path) -> None:
    own = tmp_path / "own"
    own.mkdir()
    for name, text in {
        "kernel": "from games.own.rules import A\nfrom games.own import (\n    plays,\n)\n",
        "rules": "def f():\n    from games.own.tables import B\n",
        "plays": "from . import bets\nimport games.own.seats\n",
        "tables": "", "bets": "", "seats": "", "wording": "from games.own.kernel import C\n",
    }.items():  # fmt: skip
        (own / f"{name}.py").write_text(text)
    before = _key(own)
    (own / "wording.py").write_text("other words")
    assert _key(own) == before
    for name in ("kernel", "rules", "plays", "tables", "bets", "seats"):
        (own / f"{name}.py").write_text((own / f"{name}.py").read_text() + "1\n")
        assert _key(own) != before, name
        before = _key(own)


def _add(folder: Path) -> str:
    """Code that calls a compiled function standing in a folder, and says how often it was read
    and how often compiled."""
    (folder / "own").mkdir(parents=True)
    (folder / "own" / "adding.py").write_text(
        "from houseway.hands import kernels\n"
        "@kernels.compiled\n"
        "def add(one, other):\n"
        "    return one + other\n"
    )
    return (
        f"import sys; sys.path.insert(0, {str(folder)!r})\n"
        "from own.adding import add\n"
        "read, made = add.stats.cache_hits, add.stats.cache_misses\n"
        "print(add(3, 4), sum(read.values()), sum(made.values()))"
    )


def test_a_second_process_reads_code_kept_by_the_first_wherever_it_stands(tmp_path: Path) -> None:
    kept = str(tmp_path / "kept")
    told = [run(_add(tmp_path / place), HOUSEWAY_CACHE=kept) for place in ("here", "there")]
    assert told == ["7 0 1", "7 1 0"]


def test_of_processes_that_want_the_same_code_at_once_one_compiles_it(tmp_path: Path) -> None:
    code = _add(tmp_path)
    with ThreadPoolExecutor() as pool:
        told = pool.map(lambda _: run(code, HOUSEWAY_CACHE=str(tmp_path / "kept")), range(4))
    assert sorted(told) == ["7 0 1", "7 1 0", "7 1 0", "7 1 0"]


def test_a_function_that_cannot_be_compiled_keeps_nobody_waiting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(store, "WAITING", 0.1)

    def wrong(one: int) -> int:
        return one.no_such_thing()  # type: ignore[attr-defined, no-any-return]

    made = store.compiled(wrong)
    with pytest.raises(Exception, match="no_such_thing"):
        made(1)
    lock = Path(made._cache.cache_path) / f"{made._cache._impl.filename_base}.lock"  # type: ignore[attr-defined]
    free = store._alone(lock)
    assert free is not None
    assert store._alone(lock) is None  # and while somebody has it nobody else does
    free.close()


def test_where_a_lock_cannot_be_had_code_is_compiled_anyway(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    assert store._alone(tmp_path / "file" / "below") is None
