"""The routers of ecom's rooms."""

from ecom.backup import router as backup
from ecom.brands.endpoints import router as brands
from ecom.categories.endpoints import router as categories
from ecom.config_entries.endpoints import router as config_entries
from ecom.price_kinds.endpoints import router as price_kinds

ROUTERS = [brands, categories, config_entries, price_kinds, backup]
