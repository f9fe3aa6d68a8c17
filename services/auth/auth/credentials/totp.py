"""Codes of authenticator apps (RFC 6238): six digits, a new one every half minute."""

import time

import pyotp
import segno
from pyotp.exceptions import OTPVerificationError

_CLOCKS_DIFFER = 1
"""How many half minutes the app's clock may be off."""


def new_secret() -> str:
    """160 random bits, base32."""
    return pyotp.random_base32()


def step_of(secret: str, code: str) -> int | None:
    """The half minute, counted from 1970, whose code this is; None when it is none of about now."""
    try:
        return pyotp.TOTP(secret).verify_and_get_timecode(code, for_time=time.time(), valid_window=_CLOCKS_DIFFER)
    except OTPVerificationError:
        return None


def otpauth_uri(secret: str, site: str, account: str) -> str:
    """The secret in the form that authenticator apps open and scan."""
    return pyotp.TOTP(secret).provisioning_uri(name=account, issuer_name=site)


def qr_code(text: str) -> str:
    """The text as a QR code: an SVG image as a data: address, black on white whatever it is shown on."""
    code = segno.make_qr(text, error="m")
    return code.svg_data_uri(border=4, omitsize=True, dark="#000", light="#fff")
