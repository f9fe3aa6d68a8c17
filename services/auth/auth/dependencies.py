"""What routes of several rooms are given of a request."""

from typing import Annotated

from fastapi import Depends, Request

from auth.device import Device, device_at
from kit.networks import client_address


def _device(request: Request) -> Device:
    return device_at(client_address(request), request.headers.get("user-agent", ""))


Client = Annotated[Device, Depends(_device)]
"""The device that sends the request."""
