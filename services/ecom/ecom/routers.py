"""The routers of ecom's rooms."""

from ecom.backup import router as backup
from ecom.brands.endpoints import router as brands
from ecom.categories.endpoints import router as categories
from ecom.config_entries.endpoints import router as config_entries
from ecom.payments.endpoints import refunds_router as refunds
from ecom.payments.endpoints import router as payments
from ecom.payments.webhook_endpoints import router as webhooks
from ecom.price_kinds.endpoints import router as price_kinds
from kit.job_routes import jobs_router

ROUTERS = [
    brands,
    categories,
    config_entries,
    price_kinds,
    payments,
    refunds,
    webhooks,
    backup,
    jobs_router("/ecom", "ecom:read", "ecom:write"),
]
