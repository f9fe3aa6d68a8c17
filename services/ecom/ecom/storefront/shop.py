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
    return {plugin.id: PluginAnswer(shop, tags) for plugin in instances}


async def _answer_till(
    session: AsyncSession, instances: Sequence[AskedPlugin], asked: Asked
) -> Mapping[str, PluginAnswer]:
    answers = await _answer(session, instances, asked)
    # The page lets in what loads from providers, and only from those that the shop has keys of.
    providers = [_PROVIDERS[each.key] for each in await offered(session) if each.key in _PROVIDERS]
    return {
        plugin_id: answer._replace(data={**answer.data, "providers": providers})
        for plugin_id, answer in answers.items()
    }


SHOP = [PluginSource("ecom.basketManagement", _answer), PluginSource("ecom.checkout", _answer_till)]
