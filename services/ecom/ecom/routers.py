"""The routers of ecom's rooms."""

from ecom.backup import router as backup
from ecom.brands.endpoints import router as brands
from ecom.catalogue.group_endpoints import router as product_groups
from ecom.catalogue.product_endpoints import router as products
from ecom.categories.endpoints import router as categories
from ecom.config_entries.endpoints import router as config_entries
from ecom.price_kinds.endpoints import router as price_kinds
from ecom.prices.endpoints import router as prices
from ecom.shipping_matrices.endpoints import router as shipping_matrices
from ecom.stock.endpoints import router as stock
from ecom.tax_rates.endpoints import router as tax_rates

ROUTERS = [
    brands,
    categories,
    config_entries,
    price_kinds,
    product_groups,
    products,
    prices,
    stock,
    tax_rates,
    shipping_matrices,
    backup,
]
