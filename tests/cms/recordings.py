"""Films, sounds and documents that tests make: with frames, with a tone, with a page. The same each time."""

from __future__ import annotations

import math
from array import array
from functools import cache
from io import BytesIO

import av
import typst

FRAMES = 12
"""Of a film; half a second of them."""
FILM_SIZE = (64, 48)
SECONDS = 1
"""Of a sound."""
_FILM_RATE = 24
_SOUND_RATE = 48_000
_TONE = 440
# Else streams get numbers by chance, and files the name of what wrote them.
_SAME = {"fflags": "+bitexact"}


@cache
def film() -> bytes:
    """A QuickTime film that gets brighter, as telephones write it: H.264."""
    written = BytesIO()
    with av.open(written, "w", format="mov", options=_SAME) as container:
        stream = container.add_stream("libx264", rate=_FILM_RATE)
        stream.width, stream.height, stream.pix_fmt = *FILM_SIZE, "yuv420p"
        for number in range(FRAMES):
            frame = av.VideoFrame(*FILM_SIZE, "yuv420p")
            for plane, level in zip(frame.planes, (16 + 18 * number, 128, 128), strict=True):
                plane.update(bytes([level]) * plane.buffer_size)
            container.mux(stream.encode(frame))
        container.mux(stream.encode())
    return written.getvalue()


@cache
def sound(format: str) -> bytes:
    """A tone, as ``mp3`` or as ``ogg`` with Opus in it."""
    written = BytesIO()
    codec = {"mp3": "libmp3lame", "ogg": "libopus"}[format]
    with av.open(written, "w", format=format, options=_SAME) as container:
        stream = container.add_stream(codec, rate=_SOUND_RATE, layout="mono")
        assert isinstance(stream, av.AudioStream)
        turn = 2 * math.pi * _TONE / _SOUND_RATE
        wave = array("f", (0.5 * math.sin(turn * at) for at in range(SECONDS * _SOUND_RATE)))
        frame = av.AudioFrame("fltp", "mono", len(wave))
        frame.sample_rate = _SOUND_RATE
        frame.planes[0].update(wave.tobytes())
        container.mux(stream.encode(frame))
        container.mux(stream.encode())
    return written.getvalue()


DOCUMENT_TEXT = "Boats for hire"


@cache
def document() -> bytes:
    """A PDF of one page with a line of text."""
    return bytes(typst.compile(f'#set document(date: none)\n#set page(paper: "a6")\n{DOCUMENT_TEXT}'.encode()))


def frames_of(content: bytes) -> int:
    """How many frames of a film can be decoded."""
    with av.open(BytesIO(content), "r") as container:
        return sum(1 for _ in container.decode(video=0))


def loudest_of(content: bytes) -> tuple[float, float]:
    """How many seconds a sound is long, and how loud it gets: 1.0 is the most."""
    samples, loudest = 0, 0.0
    with av.open(BytesIO(content), "r") as container:
        rate = container.streams.audio[0].rate
        for frame in container.decode(audio=0):
            samples += frame.samples
            values = memoryview(bytes(frame.planes[0])[: 4 * frame.samples]).cast("f")
            loudest = max(loudest, *map(abs, values))
    return samples / rate, loudest
