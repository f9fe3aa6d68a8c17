"""The data of plugins that ask where something goes: where the shop is."""

from collections.abc import Mapping, Sequence

from sqlalchemy.ext.asyncio import AsyncSession

from ecom.config_entries.entries import COUNTRY, entries
from ecom.events import SETTINGS
from kit.plugin_data import Asked, AskedPlugin, PluginAnswer, PluginSource


async def _answer(session: AsyncSession, instances: Sequence[AskedPlugin], asked: Asked) -> Mapping[str, PluginAnswer]:
    answer = PluginAnswer({"country": await entries.get(session, COUNTRY)}, frozenset({SETTINGS}))
    return {plugin.id: answer for plugin in instances}


SHOP = [PluginSource(ref, _answer) for ref in ("ecom.basketManagement", "ecom.checkout")]
