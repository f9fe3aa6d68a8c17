"""The routers of ecom's rooms."""

from ecom.backup import router as backup
from ecom.baskets.endpoints import router as baskets
from ecom.brands.endpoints import router as brands
from ecom.catalogue.group_endpoints import router as product_groups
from ecom.catalogue.product_endpoints import router as products
from ecom.categories.endpoints import router as categories
from ecom.checkout.endpoints import router as checkout
from ecom.config_entries.endpoints import router as config_entries
from ecom.currencies.endpoints import router as currencies
from ecom.dashboard.endpoints import router as dashboard
from ecom.file_uses.endpoints import private_router as file_uses
from ecom.imports.endpoints import exports_router as exports
from ecom.imports.endpoints import router as imports
from ecom.named_addresses.endpoints import private_router as named_addresses
from ecom.notifications.endpoints import router as notifications
from ecom.orders.document_endpoints import receipts_router as receipt_documents
from ecom.orders.document_endpoints import router as order_documents
from ecom.orders.endpoints import receipts_router as receipts
from ecom.orders.endpoints import router as orders
from ecom.payments.endpoints import refunds_router as refunds
from ecom.payments.endpoints import router as payments
from ecom.payments.webhook_endpoints import router as webhooks
from ecom.price_kinds.endpoints import router as price_kinds
from ecom.prices.endpoints import router as prices
from ecom.shipping_matrices.endpoints import router as shipping_matrices
from ecom.stock.endpoints import router as stock
from ecom.storefront.endpoints import router as storefront
from ecom.tax_rates.endpoints import router as tax_rates
from kit.job_routes import jobs_router

ROUTERS = [
    brands,
    categories,
    config_entries,
    currencies,
    price_kinds,
    product_groups,
    products,
    prices,
    stock,
    tax_rates,
    imports,
    exports,
    shipping_matrices,
    baskets,
    orders,
    order_documents,
    receipts,
    receipt_documents,
    checkout,
    payments,
    refunds,
    webhooks,
    storefront,
    named_addresses,
    file_uses,
    dashboard,
    backup,
    notifications,
    jobs_router("/ecom", "ecom:read", "ecom:write"),
]
