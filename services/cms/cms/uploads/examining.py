"""What is asked of a content before it becomes a file: whether it is harmless, and what is in an image."""

from dataclasses import replace

from cms.config import settings_of
from cms.files.kinds import HEIC, kind_of
from cms.files.service import Content
from cms.images.errors import ImageRefused
from cms.images.service import EXAMINED, examine
from cms.scanning.clamd import scan
from kit.state import KitState


async def examined(state: KitState, content: Content, name: str) -> Content:
    """The content with what was found in it.

    Raises FileInfected, FileNotScanned and ScannerUnavailable where there is a virus scanner; ImageRefused, SandboxBusy,
    and what the storage raises.
    """
    kind = kind_of(name, content.head)
    if kind == HEIC:
        # Nothing here encodes it anew, so visitors would get what the phone wrote into it, the place among that.
        raise ImageRefused("Most browsers cannot show HEIC images. Upload it as JPEG, PNG or WebP.")
    scanner = settings_of(state).clamd_address
    if scanner is not None:
        async with state.storage.reading(content.storage_key) as pieces:
            await scan(scanner, pieces)
    if kind not in EXAMINED:
        return content
    return replace(content, image=await examine(state, content.storage_key))
