"""``POST /ecom/plugin-data``: what the shop's plugins show."""

from ecom.storefront.category import CATEGORY
from ecom.storefront.product import PRODUCT
from ecom.storefront.shop import SHOP
from kit.plugin_data import plugin_data_router

router = plugin_data_router("/ecom", [PRODUCT, CATEGORY, *SHOP])
