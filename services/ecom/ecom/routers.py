"""The routers of ecom's rooms."""

from ecom.backup import router as backup
from ecom.brands.endpoints import router as brands
from ecom.catalogue.group_endpoints import router as product_groups
from ecom.catalogue.product_endpoints import router as products
from ecom.categories.endpoints import router as categories
from ecom.config_entries.endpoints import router as config_entries
from ecom.price_kinds.endpoints import router as price_kinds
from ecom.prices.endpoints import router as prices
from ecom.stock.endpoints import router as stock

ROUTERS = [brands, categories, config_entries, price_kinds, product_groups, products, prices, stock, backup]
