"""The data of plugins that ask where something goes: where the shop is, and who else takes part in its payments."""

from collections.abc import Mapping, Sequence

from sqlalchemy.ext.asyncio import AsyncSession

from ecom.config_entries.entries import COUNTRY, entries
from ecom.events import SETTINGS
from ecom.payments.gateways import offered
from ecom.payments.models import GatewayKey
from kit.plugin_data import Asked, AskedPlugin, PluginAnswer, PluginSource

_PROVIDERS: Mapping[GatewayKey, str] = {"card": "stripe", "button": "paypal"}


async def _answer(session: AsyncSession, instances: Sequence[AskedPlugin], asked: Asked) -> Mapping[str, PluginAnswer]:
    tags = frozenset({SETTINGS})
    shop = {"country": await entries.get(session, COUNTRY)}
    # The page lets in what loads from providers, and only from those that the shop has keys of.
    providers = [_PROVIDERS[each.key] for each in await offered(session) if each.key in _PROVIDERS]
    answers = {"ecom.checkout": PluginAnswer({**shop, "providers": providers}, tags)}
    return {plugin.id: answers.get(plugin.ref, PluginAnswer(shop, tags)) for plugin in instances}


SHOP = [PluginSource(ref, _answer) for ref in ("ecom.basketManagement", "ecom.checkout")]
