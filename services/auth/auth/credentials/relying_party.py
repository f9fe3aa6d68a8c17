"""The site as WebAuthn has it: what it asks of authenticators, and whether an answer is one to that.

Passkeys are found by the authenticator, so nobody types an address, and they verify their user
(by PIN, finger or face): one of them is both factors. Where an authenticator says who made it is not
asked for: any will do.
"""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar
from urllib.parse import urlsplit

from webauthn import (
    generate_authentication_options,
    generate_registration_options,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.authentication.verify_authentication_response import VerifiedAuthentication
from webauthn.helpers import decode_credential_public_key, decoded_public_key_to_cryptography, options_to_json_dict
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    AuthenticatorTransport,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)
from webauthn.registration.verify_registration_response import VerifiedRegistration

from auth.credentials.models import Passkey
from auth.credentials.schemas import PasskeyAssertion, PasskeyAttestation
from auth.people.models import User
from kit.origins import site_origins

T = TypeVar("T")

log = logging.getLogger(__name__)

_TIMEOUT_MS = 5 * 60 * 1000
_TRANSPORTS = {transport.value for transport in AuthenticatorTransport}


@dataclass(frozen=True, slots=True)
class RelyingParty:
    """The site, by its public address."""

    public_url: str

    @property
    def id(self) -> str:
        """The host that passkeys belong to."""
        return urlsplit(self.public_url).hostname or ""

    @property
    def origins(self) -> list[str]:
        """Whose pages may ask for them."""
        return sorted(site_origins(self.public_url))

    def authentication_options(self, challenge: bytes, allowed: Sequence[Passkey] = ()) -> dict[str, Any]:
        """PublicKeyCredentialRequestOptionsJSON: any passkey of the site, or one of these."""
        options = generate_authentication_options(
            rp_id=self.id,
            challenge=challenge,
            timeout=_TIMEOUT_MS,
            allow_credentials=_descriptors(allowed),
            user_verification=UserVerificationRequirement.REQUIRED,
        )
        return options_to_json_dict(options)

    def registration_options(self, challenge: bytes, user: User, known: Sequence[Passkey]) -> dict[str, Any]:
        """PublicKeyCredentialCreationOptionsJSON: a passkey on an authenticator that holds none of the known ones."""
        options = generate_registration_options(
            rp_id=self.id,
            rp_name=self.id,
            user_id=user.id.bytes,
            user_name=user.person.email_address,
            user_display_name=user.person.name,
            challenge=challenge,
            timeout=_TIMEOUT_MS,
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED,
                user_verification=UserVerificationRequirement.REQUIRED,
            ),
            exclude_credentials=_descriptors(known),
        )
        return options_to_json_dict(options)

    def check(self, assertion: PasskeyAssertion, challenge: bytes, passkey: Passkey) -> VerifiedAuthentication | None:
        """What the passkey's signature says; None when it is not good."""
        return _judged(
            lambda: verify_authentication_response(
                credential=assertion.model_dump(mode="json", by_alias=True),
                expected_challenge=challenge,
                expected_rp_id=self.id,
                expected_origin=self.origins,
                credential_public_key=passkey.public_key,
                credential_current_sign_count=passkey.sign_count,
                require_user_verification=True,
            )
        )

    def check_new(self, attestation: PasskeyAttestation, challenge: bytes) -> VerifiedRegistration | None:
        """What the authenticator made; None when it is not what was asked for."""

        def verify() -> VerifiedRegistration:
            verified = verify_registration_response(
                credential=attestation.model_dump(mode="json", by_alias=True),
                expected_challenge=challenge,
                expected_rp_id=self.id,
                expected_origin=self.origins,
                require_user_verification=True,
            )
            # A key that is no key would be found out at the first login.
            decoded_public_key_to_cryptography(decode_credential_public_key(verified.credential_public_key))
            return verified

        return _judged(verify)


def known_transports(transports: Sequence[str]) -> list[str]:
    """Those of an authenticator's transports that the library knows, each once."""
    return [transport for transport in dict.fromkeys(transports) if transport in _TRANSPORTS]


def _judged(verify: Callable[[], T]) -> T | None:
    try:
        return verify()
    except Exception as error:  # noqa: BLE001  # the library passes on whatever it stumbles over in what it is given
        log.info("passkey refused: %s", error)
        return None


def _descriptors(passkeys: Sequence[Passkey]) -> list[PublicKeyCredentialDescriptor]:
    return [
        PublicKeyCredentialDescriptor(
            id=passkey.credential_id,
            transports=[AuthenticatorTransport(transport) for transport in passkey.transports],
        )
        for passkey in passkeys
    ]
