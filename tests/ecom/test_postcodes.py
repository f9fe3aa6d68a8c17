import pytest

from ecom.places import Place
from ecom.postcodes import MAX_PATTERNS, PatternFault, closeness, fits, plain_patterns, plain_postcode


class TestPlainPostcode:
    @pytest.mark.parametrize(
        "text", ["BT1 1AA", "bt1-1aa", " bt11aa ", "\uff22\uff34\uff11 1aa", "BT\u0661 \u0661aa", "B.T.1/1AA"]
    )
    def test_is_the_same_however_it_is_written(self, text: str) -> None:
        assert plain_postcode(text) == "BT11AA"

    def test_may_be_empty(self) -> None:
        assert plain_postcode(" -- ") == ""


class TestPlace:
    def test_is_compared_however_it_was_written(self) -> None:
        assert Place("gb", " County  DOWN", "Bangor ", "bt20 3aa") == Place("GB", "county down", "bangor", "BT203AA")


class TestPatterns:
    @pytest.mark.parametrize(
        ("text", "stored"),
        [
            ("", ""),
            (" ; ", ""),
            ("*", ""),
            ("12345; 123456", "12345;123456"),
            ("bt1 1aa; BT *; bt11aa", "BT11AA;BT*"),
            ("1000...1999", "1000...1999"),
            ("1000…1999", "1000...1999"),
            ("iv1 ... iv63", "IV1...IV63"),
            ("12345; *", ""),
        ],
    )
    def test_are_stored_plain(self, text: str, stored: str) -> None:
        assert plain_patterns(text) == stored
        assert plain_patterns(stored) == stored

    @pytest.mark.parametrize(
        "text", ["B*T", "**", "!!!", "1999...1000", "1000...19999", "IV1...KW3", "1...2...3", "BT...", "A" * 21]
    )
    def test_that_mean_nothing_are_refused(self, text: str) -> None:
        with pytest.raises(PatternFault):
            plain_patterns(text)

    def test_are_bounded(self) -> None:
        with pytest.raises(PatternFault):
            plain_patterns(";".join(str(number) for number in range(MAX_PATTERNS + 1)))


class TestFits:
    @pytest.mark.parametrize(
        ("patterns", "postcode", "country", "expected"),
        [
            ("", "", "GB", True),
            ("BT*", "", "GB", False),
            ("BT*", "BT1 1AA", "GB", True),
            ("BT*", "B1 1AA", "GB", False),
            ("BT1", "BT1 1AA", "GB", True),
            ("BT1", "BT11 1AA", "GB", False),
            ("BT1", "BT1 1AA", "FR", False),
            ("EC1A", "EC1A 1BB", "GB", True),
            ("IV1...IV63", "IV63 6TU", "GB", True),
            ("IV1...IV63", "IV64 6TU", "GB", False),
            ("IV1...IV63", "I1 6TU", "GB", False),
            ("JE2", "JE2 3AB", "JE", True),
            ("12345", "12345-6789", "US", True),
            ("12345", "123456789", "DE", False),
            ("12000...12999", "12345-6789", "US", True),
            ("1000...1999", "1234 AB", "NL", True),
            ("1000...1999", "12345", "DE", False),
            ("1000...1999", "2000", "AT", False),
            ("0100...0199", "0150", "AU", True),
            ("ZZ1;BT*", "BT1 1AA", "GB", True),
        ],
    )
    def test_a_postcode(self, patterns: str, postcode: str, country: str, expected: bool) -> None:
        assert fits(plain_patterns(patterns), plain_postcode(postcode), country) is expected

    def test_the_nearest_pattern_says_how_exactly(self) -> None:
        assert closeness("BT*;BT11AA", "BT11AA", "GB") == 2
        assert closeness("BT*;BT1", "BT11AA", "GB") == 1
        assert closeness("", "BT11AA", "GB") == 0
        assert closeness("DH*", "BT11AA", "GB") is None
