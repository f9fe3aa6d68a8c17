"""What older keys have sealed is sealed anew while auth runs; people notice nothing."""

import secrets
from pathlib import Path

import pytest
from sqlalchemy import select

from auth.app import app
from auth.credentials.models import AUTHENTICATORS, Authenticator
from auth.sessions.models import SIGNING_KEYS, SigningKey
from auth.sessions.signing import unseal
from deploy.local import keys
from deploy.local.data_folder import DataFolder
from kit.resealing import reseal
from kit.testing import ServiceClient, Start
from tests.auth.conftest import SETUP_CODE
from tests.auth.factory import make_user


@pytest.fixture
def folder(tmp_path: Path) -> DataFolder:
    """A copy from before each part had keys of its own."""
    found = DataFolder(tmp_path / "data")
    found.path.mkdir()
    found.secrets_file.write_text(f'{{"internal": "{secrets.token_hex(32)}"}}')
    keys.ensure(found)
    return found


@pytest.fixture
async def client(start: Start, folder: DataFolder) -> ServiceClient:
    return await start(app, mounts={"http://auth.test": app}, setup_code=SETUP_CODE, keys_dir=folder.keys)


async def test_every_secret_is_sealed_with_the_newest_key(client: ServiceClient, folder: DataFolder) -> None:
    user = await make_user(client)
    async with client.kit.database.transaction() as session:
        sealed = client.kit.vault(AUTHENTICATORS).seal(b"the app's secret", user.id.bytes)
        session.add(Authenticator(user_id=user.id, sealed_secret=sealed))
    keys.rotate(folder)
    assert await reseal(client.kit, "auth") == 2
    assert await reseal(client.kit, "auth") == 0
    async with client.kit.database.reading() as session:
        authenticator = (await session.scalars(select(Authenticator))).one()
        key = (await session.scalars(select(SigningKey))).one()
    vault = client.kit.vault(AUTHENTICATORS)
    assert authenticator.sealed_secret.startswith(vault.mark)
    assert vault.unseal(authenticator.sealed_secret, user.id.bytes) == b"the app's secret"
    assert key.sealed_private_key.startswith(client.kit.vault(SIGNING_KEYS).mark)
    assert unseal(key, client.kit.vault(SIGNING_KEYS)) is not None


async def test_what_no_known_key_opens_is_left_alone(client: ServiceClient) -> None:
    user = await make_user(client)
    async with client.kit.database.transaction() as session:
        session.add(Authenticator(user_id=user.id, sealed_secret=bytes(60)))
    assert await reseal(client.kit, "auth") == 0
