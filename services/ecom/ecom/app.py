"""The ecom service: ``uvicorn ecom.app:app``."""

from ecom.checkout.endpoints import open_slots
from ecom.config import Settings
from ecom.config_entries.endpoints import complete_entries
from ecom.orders.document_pdf import open_printing
from ecom.routers import ROUTERS
from kit.app import create_service

app = create_service(Settings, routers=ROUTERS, lifespans=[complete_entries, open_slots, open_printing])
