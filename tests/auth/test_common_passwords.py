"""Which passwords are refused for being the first that anybody would try."""

import random
import time

import pytest

from auth.credentials.common_passwords import is_too_common

ABOUT = ("Ada Lovelace", "ada.lovelace@engines.example", "Engines of Note", "www.engines.example")


class TestIsTooCommon:
    @pytest.mark.parametrize(
        "password",
        [
            "1234567890",
            "qwertyuiop",
            "iloveyou123",
            "Password1234!",
            "P@ssw0rd2026",
            "".join(chr(ord(character) + 0xFEE0) for character in "PassWord1234"),
            "drowssap1234",
            "p a s s w o r d",
            "1q2w3e4r5t6y",
            "14/07/1989!",
            "aaaaaaaaaaaaaaaaaaaa",
            "abcabcabcabc",
            "abcdefghijklmnop",
            "password" * 30,
            "correct horse battery staple",
            "Correct-Horse-Battery-Staple",
            "To be, or not to be!",
        ],
    )
    def test_what_everybody_uses(self, password: str) -> None:
        assert is_too_common(password)

    @pytest.mark.parametrize(
        "password",
        [
            "nine brass cogwheels",
            "xkq vlw pzt",
            "B7#kq0Lw!x",
            "слон читает газету",
            "七つの青い自転車が走る夜の町",
            "a" * 40 + "zKq9x!7vPz",
            "zKq9x!7vPz" + "a" * 240,
            "quite a long sentence about a heron that nobody else would come to write",
        ],
    )
    def test_what_hardly_anybody_else_uses(self, password: str) -> None:
        assert not is_too_common(password)

    @pytest.mark.parametrize(
        "password",
        [
            "AdaLovelace",
            "lovelace, ada",
            "ada lovelace 1815",
            "ecalevoladA",
            "ada.lovelace@engines.example",
            "engines.example",
            "Engines of Note",
            "EnginesOfNote1",
        ],
    )
    def test_what_only_those_use_who_are_called_so(self, password: str) -> None:
        assert is_too_common(password, ABOUT)

    def test_one_call_knows_nothing_of_the_words_of_another(self) -> None:
        assert is_too_common("zebrafinches", ["Zebrafinches"])
        assert not is_too_common("zebrafinches zugunruhe", ABOUT)

    def test_no_password_takes_long(self) -> None:
        figures = "4@8({[<3691!|170$5+7%2"
        lot = random.Random(1)
        hostile = [figures * 12, figures[:16] * 16, (figures[:16] * 2 + "password") * 6, "1/1/1991 " * 28]
        hostile += ["".join(lot.choice(figures + "aegilost") for _ in range(256)) for _ in range(20)]
        began = time.process_time()
        for password in hostile:
            is_too_common(password)
        # Given to zxcvbn whole, each of the first three takes seconds.
        assert (time.process_time() - began) / len(hostile) < 1
