"""Keys that are replaced while a service runs, and what older ones have sealed."""

import secrets
import time
from pathlib import Path
from types import SimpleNamespace

import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from deploy.local import keys
from deploy.local.data_folder import SERVICES, DataFolder
from kit.api_tokens import is_well_formed, new_api_token
from kit.keys import KeysMissing, SecretKey, ServiceKeys
from kit.sealing import Vault
from kit.testing import ServiceClient, SettingsFor, Start, Tokens
from tests.kit.calls import THINGS, bearer, code_of
from tests.kit.service import Settings, app


@pytest.fixture
def folder(tmp_path: Path) -> DataFolder:
    """The folder of a copy that has its first keys."""
    found = DataFolder(tmp_path / "data")
    found.path.mkdir()
    keys.ensure(found)
    return found


@pytest.fixture
def other(folder: DataFolder) -> Tokens:
    """What other services send, by the keys that are in the folder at the time."""
    return Tokens(keys_dir=folder.keys)


@pytest.fixture
async def client(start: Start, folder: DataFolder, other: Tokens) -> ServiceClient:
    return await start(app, mounts={"http://auth.test": other.app}, keys_dir=folder.keys)


async def internal(client: ServiceClient, headers: dict[str, str]) -> int:
    return (await client.put(f"{THINGS}/internal", headers=headers)).status_code


class TestRotation:
    async def test_tokens_of_before_and_after_are_good(
        self, client: ServiceClient, folder: DataFolder, other: Tokens
    ) -> None:
        before = other.internal("auth", to="crm")
        keys.rotate(folder)
        after = other.internal("auth", to="crm")
        assert before != after
        assert [await internal(client, headers) for headers in (before, after)] == [200, 200]
        keys.rotate(folder)
        assert [await internal(client, headers) for headers in (before, after)] == [200, 200]

    async def test_keys_that_nothing_good_is_signed_with_go(
        self, client: ServiceClient, folder: DataFolder, other: Tokens, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        before = other.internal("auth", to="crm")
        keys.rotate(folder)
        monkeypatch.setattr(keys, "_ACCEPTED_AFTER", -1)
        keys.rotate(folder)
        assert await internal(client, before) == 401
        assert await internal(client, other.internal("auth", to="crm")) == 200

    async def test_a_service_signs_with_its_new_key(self, client: ServiceClient, folder: DataFolder) -> None:
        kid = client.kit.keys.signing.kid
        keys.rotate(folder)
        assert client.kit.keys.signing.kid not in (kid, ServiceKeys(folder.keys, "auth").signing.kid)

    async def test_api_tokens_outlive_it(self, client: ServiceClient, folder: DataFolder, other: Tokens) -> None:
        before = other.api_token("crm:write")
        keys.rotate(folder)
        for token in (before, other.api_token("crm:write")):
            assert (await code_of(client, bearer(token)))[0] == 200

    async def test_what_was_sealed_still_opens(self, client: ServiceClient, folder: DataFolder) -> None:
        vault = client.kit.vault("tests")
        sealed, digest = vault.seal(b"secret", b"row"), vault.digest(b"code")
        keys.rotate(folder)
        later = client.kit.vault("tests")
        assert (later.unseal(sealed, b"row"), sealed.startswith(later.mark)) == (b"secret", False)
        assert later.seal(b"secret", b"row").startswith(later.mark)
        assert digest in later.digests(b"code")
        assert digest != later.digest(b"code")

    async def test_a_broken_file_changes_nothing(
        self, client: ServiceClient, folder: DataFolder, other: Tokens
    ) -> None:
        headers, kid = other.internal("auth", to="crm"), client.kit.keys.signing.kid
        for name in ("public", "crm"):
            (folder.keys / f"{name}.json").write_text("{")
        assert await internal(client, headers) == 200
        assert client.kit.keys.signing.kid == kid


class TestKeysThatBeginLater:
    """Parts that get their files at different times, as on Kubernetes, never use what another does not know yet."""

    def test_the_former_ones_are_used_until_then(self, folder: DataFolder, monkeypatch: pytest.MonkeyPatch) -> None:
        running = ServiceKeys(folder.keys, "auth")
        signing, sealing, api_tokens = running.signing.kid, running.sealing[0].kid, running.api_tokens[0].kid
        keys.rotate(folder, after=600)
        begun = time.time() + 601
        for part in (running, ServiceKeys(folder.keys, "auth")):
            assert (part.signing.kid, part.sealing[0].kid, part.api_tokens[0].kid) == (signing, sealing, api_tokens)
            # This part understands parts that are ahead of it.
            assert (len(part.sealing), len(part.api_tokens)) == (2, 2)
        monkeypatch.setattr("kit.keys.time", SimpleNamespace(time=lambda: begun))
        new = (running.signing.kid, running.sealing[0].kid, running.api_tokens[0].kid)
        assert not {*new} & {signing, sealing, api_tokens}
        assert running.public(new[0]) is not None

    async def test_both_are_known_from_the_beginning(
        self, client: ServiceClient, folder: DataFolder, other: Tokens, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        keys.rotate(folder, after=600)
        assert await internal(client, other.internal("auth", to="crm")) == 200
        former, begun = ServiceKeys(folder.keys, "auth").signing.kid, time.time() + 601
        monkeypatch.setattr("kit.keys.time", SimpleNamespace(time=lambda: begun))
        assert other.keys_of("auth").signing.kid != former
        assert await internal(client, other.internal("auth", to="crm")) == 200

    def test_a_second_rotation_leaves_the_one_in_use_in_use(self, folder: DataFolder) -> None:
        used = ServiceKeys(folder.keys, "cms").signing.kid
        for _ in range(2):
            keys.rotate(folder, after=600)
            found = ServiceKeys(folder.keys, "cms")
            assert found.signing.kid == used
            assert found.public(used) is not None

    def test_one_that_begins_at_once_overtakes_them(self, folder: DataFolder, monkeypatch: pytest.MonkeyPatch) -> None:
        keys.rotate(folder, after=600)
        keys.rotate(folder)
        found, begun = ServiceKeys(folder.keys, "cms"), time.time() + 601
        used = found.signing.kid, found.sealing[0].kid
        monkeypatch.setattr("kit.keys.time", SimpleNamespace(time=lambda: begun))
        assert (found.signing.kid, found.sealing[0].kid) == used


class TestFiles:
    def test_each_part_has_secrets_of_its_own(self, folder: DataFolder) -> None:
        found = {part: ServiceKeys(folder.keys, part) for part in keys.PARTS}
        assert len({own.signing.kid for own in found.values()}) == len(keys.PARTS)
        assert len({own.sealing[0].key for own in found.values()}) == len(keys.PARTS)
        assert not found["web"].api_tokens
        assert '"d"' not in (folder.keys / "public.json").read_text()
        for file in folder.keys.glob("*.json"):
            assert file.stat().st_mode & 0o777 == 0o600

    def test_those_that_are_there_are_kept(self, folder: DataFolder) -> None:
        before = {file: file.read_bytes() for file in folder.keys.glob("*.json")}
        keys.ensure(folder)
        assert {file: file.read_bytes() for file in folder.keys.glob("*.json")} == before

    def test_a_service_without_keys_does_not_start(self, settings_for: SettingsFor, tmp_path: Path) -> None:
        with pytest.raises(KeysMissing, match="keys of crm"):
            ServiceKeys(settings_for(Settings, keys_dir=tmp_path).keys_dir, "crm")

    def test_a_copy_of_before_goes_on_with_what_its_secret_sealed(self, tmp_path: Path) -> None:
        folder = DataFolder(tmp_path)
        secret = secrets.token_hex(32)
        folder.secrets_file.write_text(f'{{"internal": "{secret}", "setupCode": "kept"}}')
        assert folder.secrets()["internal"] == secret
        keys.ensure(folder)
        assert "internal" not in folder.secrets()
        assert folder.secrets()["setupCode"] == "kept"
        auth = ServiceKeys(folder.keys, "auth")
        vault = Vault(auth.sealing, "auth", "authenticators")
        assert vault.unseal(_sealed_before(secret, b"the app's secret", b"user"), b"user") == b"the app's secret"
        assert vault.unseal(_sealed_before(secret, b"the app's secret", b"user"), b"another") is None
        token = new_api_token([SecretKey("shared", secret.encode())])
        for part in SERVICES:
            assert is_well_formed(ServiceKeys(folder.keys, part).api_tokens, token)
        assert not is_well_formed(auth.api_tokens[:1], token)


class TestVault:
    def test_opens_for_what_it_was_bound_to_alone(self) -> None:
        one, two = SecretKey("one", bytes(32)), SecretKey("two", b"2" * 32)
        vault = Vault([one], "auth", "tests")
        sealed = vault.seal(b"secret", b"row 1")
        assert vault.unseal(sealed, b"row 1") == b"secret"
        assert vault.unseal(sealed, b"row 2") is None
        assert vault.unseal(sealed[:-2], b"row 1") is None
        assert vault.unseal(b"", b"row 1") is None
        for stranger in (Vault([two], "auth", "tests"), Vault([one], "cms", "tests"), Vault([one], "auth", "others")):
            assert stranger.unseal(sealed, b"row 1") is None


def _sealed_before(secret: str, value: bytes, bound_to: bytes) -> bytes:
    """As auth sealed with the secret that all shared."""
    derive = HKDF(algorithm=SHA256(), length=32, salt=None, info=b"pagewright auth authenticators")
    nonce = secrets.token_bytes(12)
    return nonce + AESGCM(derive.derive(secret.encode())).encrypt(nonce, value, bound_to)
