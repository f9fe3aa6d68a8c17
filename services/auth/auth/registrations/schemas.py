"""Registering, on the wire."""

from pydantic import ConfigDict

from auth.people.schemas import PersonName
from auth.users.passwords import NewPassword
from kit.schemas import EmailAddress, Schema, Timezone


class RegistrationIn(Schema):
    """Somebody who wants an account."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "firstName": "Ada",
                    "lastName": "Lovelace",
                    "emailAddress": "ada@example.org",
                    "password": "nine brass cogwheels",
                    "timezone": "Europe/London",
                }
            ]
        }
    )

    first_name: PersonName
    last_name: PersonName
    email_address: EmailAddress
    password: NewPassword
    timezone: Timezone = "Europe/London"
