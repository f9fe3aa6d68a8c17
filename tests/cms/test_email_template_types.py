from cms.app import app
from cms.email_template_types.resource import types
from kit.testing.contract_calls import JSON
from kit.testing.contracts import ResourceContract


class TestTypes(ResourceContract):
    app = app
    resource = types
    address = "/cms/email-template-types"

    def payload(self, number: int) -> JSON:
        return {"name": f"Reminder {number:02}"}
