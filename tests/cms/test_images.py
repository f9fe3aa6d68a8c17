"""Reading images and making variants of them, in the sandbox that the service uses."""

import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any, get_args

import pytest

from cms.images.found import Found
from cms.images.processing import MOST_FRAMES
from cms.images.service import image_sandbox, make_variant, probe
from cms.images.variants import WIDTHS, Area, Format, Picture, Size, accepted_formats, area_of
from kit.sandbox import MB, InputRefused, Limits, Sandbox
from kit.testing import ServiceClient
from tests.cms.pictures import (
    COPYRIGHT,
    DESCRIPTION,
    MODEL,
    animation,
    encoded,
    opened,
    photograph,
    png_of_size,
    with_tags,
)

FORMATS: tuple[Format, ...] = get_args(Format)
Probe = Callable[[bytes], Awaitable[Found]]
Make = Callable[..., Awaitable[bytes]]


@pytest.fixture
async def images(client: ServiceClient) -> AsyncIterator[ServiceClient]:
    yield client
    await image_sandbox(client.kit).close()


@pytest.fixture
def probed(images: ServiceClient) -> Probe:
    async def read(data: bytes) -> Found:
        with tempfile.TemporaryFile() as source:
            source.write(data)
            source.flush()
            return await probe(images.kit, source)

    return read


@pytest.fixture
def made(images: ServiceClient) -> Make:
    async def make(
        data: bytes, format: Format = "webp", *, width: int | None = 100, quality: int = 80, area: Area | None = None
    ) -> bytes:
        with tempfile.TemporaryFile() as source, tempfile.TemporaryFile() as target:
            source.write(data)
            source.flush()
            await make_variant(images.kit, source, target, width=width, format=format, quality=quality, area=area)
            target.seek(0)
            return target.read()

    return make


async def picture_in(probed: Probe, data: bytes) -> Picture:
    return (await probed(data)).picture


async def refusal(asking: Awaitable[Any]) -> str:
    with pytest.raises(InputRefused) as refused:
        await asking
    return str(refused.value.extensions["reason"])


class TestProbe:
    @pytest.mark.parametrize("format", ["jpeg", "png", "webp", "tiff", "gif", "avif"])
    async def test_it_says_what_an_image_is(self, probed: Probe, format: str) -> None:
        picture = await picture_in(probed, encoded(photograph(64, 48), format))
        assert (picture.format, picture.width, picture.height, picture.frames) == (format, 64, 48, 1)
        assert picture.has_alpha is False

    async def test_an_animation_has_the_size_of_one_frame(self, probed: Probe) -> None:
        picture = await picture_in(probed, animation(40, 30, 5))
        assert (picture.width, picture.height, picture.frames) == (40, 30, 5)

    async def test_width_and_height_are_those_that_are_seen(self, probed: Probe) -> None:
        found = await probed(with_tags(photograph(64, 48), {}, orientation=6))
        assert (found.picture.width, found.picture.height) == (48, 64)
        assert found.exif["Orientation"] == "6"

    async def test_tags_are_kept_in_words(self, probed: Probe) -> None:
        said = {MODEL: "Nikon (D50)", COPYRIGHT: "Willow, 2026 (c), all rights"}
        tags = (await probed(with_tags(photograph(64, 48), said))).exif
        assert tags["Model"] == "Nikon (D50)"
        assert tags["Copyright"].startswith("Willow, 2026 (c), all rights")

    async def test_long_tags_and_many_of_them_are_cut(self, probed: Probe) -> None:
        said = {DESCRIPTION: "x" * 60_000}
        tags = (await probed(with_tags(photograph(64, 48), said))).exif
        assert len(tags) <= 100
        assert tags["ImageDescription"] == "x" * 500

    @pytest.mark.parametrize(
        "data",
        [
            b"",
            b"%PDF-1.7 no image",
            b"<!doctype html><script>alert(1)</script>",
            b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
            b"P6 2 2 255 ............",
        ],
        ids=["empty", "pdf", "html", "svg", "ppm"],
    )
    async def test_what_is_no_image_that_is_taken_is_refused(self, probed: Probe, data: bytes) -> None:
        assert await refusal(probed(data)) == "not_an_image"

    async def test_sizes_are_believed_before_anything_is_decoded(self, probed: Probe) -> None:
        assert await refusal(probed(png_of_size(50_000, 50_000))) == "image_too_large"
        assert await refusal(probed(png_of_size(100_000, 1))) == "image_too_large"

    async def test_frames_are_bounded(self, probed: Probe) -> None:
        assert await refusal(probed(animation(8, 8, MOST_FRAMES + 1))) == "image_too_large"

    @pytest.mark.parametrize("format", ["jpeg", "png", "webp"])
    async def test_one_that_was_cut_off_is_said_to_be_damaged(self, probed: Probe, format: str) -> None:
        data = encoded(photograph(400, 300), format)
        assert await refusal(probed(data[: len(data) // 2])) == "image_damaged"
        assert await refusal(probed(data[:40])) == "image_damaged"

    async def test_bytes_that_say_little_and_become_much_are_damaged(self, probed: Probe) -> None:
        assert await refusal(probed(png_of_size(10_000, 10_000))) == "image_damaged"


class TestMakeVariant:
    @pytest.mark.parametrize("format", FORMATS)
    async def test_it_is_no_wider_than_asked_for(self, made: Make, format: Format) -> None:
        image = opened(await made(encoded(photograph(400, 300)), format, width=128))
        assert (image.width, image.height) == (128, 96)

    async def test_nothing_is_made_larger(self, made: Make) -> None:
        image = opened(await made(encoded(photograph(60, 40)), width=128))
        assert (image.width, image.height) == (60, 40)

    async def test_it_stands_upright_and_says_nothing_else(self, made: Make) -> None:
        data = with_tags(photograph(400, 300), {MODEL: "Nikon"}, orientation=6)
        assert b"Nikon" in data
        for format in FORMATS:
            variant = await made(data, format, width=None)
            image = opened(variant)
            assert (image.width, image.height) == (300, 400)
            assert b"Nikon" not in variant
            assert not [
                field for field in image.get_fields() if field.startswith(("exif-ifd0-Model", "xmp", "iptc", "icc"))
            ]

    async def test_what_hides_behind_the_pixels_stays_behind(self, made: Make) -> None:
        hidden = b"<script>alert(document.domain)</script>"
        for format in FORMATS:
            assert hidden not in await made(encoded(photograph(64, 48)) + hidden, format)

    async def test_an_area_is_cut_out(self, made: Make) -> None:
        # Red grows to the right: the right half is redder than the left.
        right = Area(left=0.5, top=0.25, width=0.5, height=0.5)
        image = opened(await made(encoded(photograph(400, 300), "png"), "png", width=100, area=right))
        assert (image.width, image.height) == (100, 75)
        assert image(0, 37)[0] == pytest.approx(128, abs=6)
        assert image(99, 37)[0] == pytest.approx(255, abs=6)

    @pytest.mark.parametrize("format", ["gif", "webp"])
    async def test_animations_stay_so(self, made: Make, format: Format) -> None:
        image = opened(await made(animation(200, 100, 4), format, width=50))
        assert (image.width, image.get("page-height"), image.get_n_pages()) == (50, 25, 4)

    async def test_the_first_frame_stands_for_an_animation(self, made: Make) -> None:
        image = opened(await made(animation(200, 100, 4), "png", width=50))
        assert (image.width, image.height, image.get_n_pages()) == (50, 25, 1)

    async def test_colours_of_printers_and_of_cameras_become_those_of_screens(self, made: Make) -> None:
        printed = photograph(64, 48).icc_export(output_profile="cmyk", intent="relative")
        deep = photograph(64, 48).colourspace("rgb16")
        grey = photograph(64, 48).colourspace("grey16")
        for data in (encoded(printed, "jpeg"), encoded(deep, "png"), encoded(grey, "png")):
            image = opened(await made(data, "png"))
            assert image.format == "uchar"
            assert image.interpretation in ("srgb", "b-w")

    async def test_what_shines_through_is_white_in_a_jpeg(self, made: Make) -> None:
        clear = photograph(64, 48).bandjoin(0)
        image = opened(await made(encoded(clear, "png"), "jpeg"))
        assert (image.bands, image.min()) == (3, pytest.approx(255, abs=2))

    async def test_transparency_stays(self, made: Make) -> None:
        clear = photograph(64, 48).bandjoin(128)
        for format in ("png", "webp", "avif"):
            assert opened(await made(encoded(clear, "png"), format))[3].avg() == pytest.approx(128, abs=4)

    async def test_quality_is_size(self, made: Make) -> None:
        data = encoded(photograph(400, 300))
        for format in ("jpeg", "webp", "avif"):
            low, high = [len(await made(data, format, width=None, quality=quality)) for quality in (30, 95)]
            assert low < high

    async def test_one_that_was_cut_off_gives_no_variant(self, made: Make) -> None:
        data = encoded(photograph(400, 300))
        assert await refusal(made(data[: len(data) // 2])) == "image_damaged"

    async def test_one_that_takes_too_much_memory_is_not_said_to_be_damaged(self, tmp_path: Path) -> None:
        whole = encoded(photograph(4000, 3000))
        sandbox = Sandbox("cms.images.processing", Limits(memory=180 * MB, written=64 * MB))

        async def variant(data: bytes, format: Format) -> dict[str, int]:
            (tmp_path / "source").write_bytes(data)
            with (tmp_path / "source").open("rb") as source, (tmp_path / "target").open("wb") as target:
                named = {"width": None, "format": format, "quality": 80}
                found: dict[str, int] = await sandbox.call("make_variant", source, target, seconds=60, **named)
                return found

        try:
            assert await refusal(variant(whole, "webp")) == "too_costly"
            assert await variant(whole, "jpeg") == {"width": 4000, "height": 3000}
            assert await refusal(variant(whole[: len(whole) // 2], "webp")) == "image_damaged"
        finally:
            await sandbox.close()


def picture(
    format: str = "jpeg", width: int = 1500, height: int = 1000, frames: int = 1, alpha: bool = False
) -> Picture:
    return Picture(format, width, height, frames, alpha)


class TestVariants:
    @pytest.mark.parametrize(
        ("width", "sizes"),
        [
            (20, {"full"}),
            (128, {"full"}),
            (512, {"xs", "sm", "full"}),
            (1500, {"xs", "sm", "md", "lg", "full"}),
            (2049, {"xs", "sm", "md", "lg", "xl", "full"}),
        ],
    )
    def test_sizes_beyond_its_own_width_are_the_whole_image(self, width: int, sizes: set[str]) -> None:
        assert {picture(width=width).nearest(size) for size in WIDTHS} == sizes

    @pytest.mark.parametrize(
        ("format", "alpha", "fallback"),
        [
            ("jpeg", False, "jpeg"),
            ("png", False, "png"),
            ("gif", True, "gif"),
            ("webp", True, "png"),
            ("tiff", False, "jpeg"),
        ],
    )
    def test_the_fallback_is_what_every_browser_shows(self, format: str, alpha: bool, fallback: str) -> None:
        assert picture(format, alpha=alpha).fallback == fallback

    def test_newer_formats_are_for_those_who_name_them(self) -> None:
        there = picture().formats("md")
        assert accepted_formats(there, "image/avif,image/webp,image/*,*/*;q=0.8") == ["avif", "webp", "jpeg"]
        assert accepted_formats(there, "image/webp,*/*") == ["webp", "jpeg"]
        assert accepted_formats(there, "image/avif;q=0, IMAGE/WEBP;q=0.5") == ["webp", "jpeg"]
        assert accepted_formats(there, "image/*") == accepted_formats(there, None) == ["jpeg"]

    @pytest.mark.parametrize(("frames", "size"), [(2, "md"), (1, "full")])
    def test_there_is_no_avif_of_animations_and_of_whole_images(self, frames: int, size: Size) -> None:
        assert "avif" not in picture(frames=frames).formats(size)


class TestAreaOf:
    def test_without_an_aspect_all_is_shown(self) -> None:
        assert area_of(picture(), None) is None
        assert area_of(picture(), "3:2") is None

    @pytest.mark.parametrize(
        ("focal", "left"), [((0.5, 0.5), 1 / 6), ((0.0, 0.5), 0.0), ((1.0, 0.5), 1 / 3), ((0.6, 0.5), 0.6 - 1 / 3)]
    )
    def test_it_stays_as_near_to_the_focal_point_as_can_be(self, focal: tuple[float, float], left: float) -> None:
        area = area_of(picture(), "1:1", focal)
        assert area == {"left": pytest.approx(left), "top": 0.0, "width": pytest.approx(2 / 3), "height": 1.0}

    def test_of_a_tall_picture_the_top_and_the_bottom_go(self) -> None:
        area = area_of(picture(width=1000, height=1500), "1:1", (0.5, 0.0))
        assert area == {"left": 0.0, "top": 0.0, "width": 1.0, "height": pytest.approx(2 / 3)}


class TestService:
    def test_it_loads_no_parser_of_images(self) -> None:
        """libvips takes 40 MB, and is kept away from what people upload only by being somewhere else."""
        program = "import sys, cms.app, cms.worker; sys.exit('pyvips' in sys.modules)"
        assert subprocess.run([sys.executable, "-c", program], check=False, timeout=120).returncode == 0
