"""Settings that every service reads from its environment, or from files that it names (`kit.environment`)."""

import os
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, Self, TypeVar

from pydantic import (
    AnyHttpUrl,
    Field,
    IPvAnyNetwork,
    SecretStr,
    ValidationError,
    ValidationInfo,
    field_validator,
    model_validator,
)
from pydantic.fields import FieldInfo
from pydantic_settings import BaseSettings, NoDecode, PydanticBaseSettingsSource, SettingsConfigDict

from kit.environment import SettingsError, fault_of_engine, from_environment

ServiceName = Literal["auth", "cms", "content", "crm", "ecom"]
PartName = Literal["auth", "cms", "content", "crm", "ecom", "web"]
"""What calls services: they and the web host."""


_MAY_LACK = ("crm_url", "ecom_url")
_SCHEMES = {"database_url": ("postgresql", "postgres"), "redis_url": ("redis", "rediss")}


class _Files(PydanticBaseSettingsSource):
    """Values from the files that ``<NAME>_FILE`` name."""

    def get_field_value(self, field: FieldInfo, field_name: str) -> tuple[Any, str, bool]:
        return from_environment(field_name.upper()), field_name, False

    def __call__(self) -> dict[str, Any]:
        names = [name for name in self.settings_cls.model_fields if os.environ.get(f"{name.upper()}_FILE")]
        return {name: value for name in names if (value := from_environment(name.upper())) is not None}


class _Absent(PydanticBaseSettingsSource):
    """The services that a site does without: their addresses are there and empty, which a forgotten one is not."""

    def get_field_value(self, field: FieldInfo, field_name: str) -> tuple[Any, str, bool]:  # as pydantic asks
        return None, field_name, False

    def __call__(self) -> dict[str, Any]:
        return {name: None for name in _MAY_LACK if os.environ.get(name.upper()) == ""}


_Settings = TypeVar("_Settings", bound="ServiceSettings")


def read_settings(kind: type[_Settings], **given: Any) -> _Settings:
    """The settings as the environment has them, but for those that are ``given``. Raises `SettingsError`."""
    try:
        return kind(**given)
    except ValidationError as error:
        raise SettingsError([_line(fault) for fault in error.errors(include_input=False)]) from error


def _line(fault: Any) -> str:
    name, said = "_".join(str(part) for part in fault["loc"]).upper(), fault["msg"].removeprefix("Value error, ")
    if fault["type"] == "missing":
        return f"{name} is missing"
    # One about several settings names them itself.
    return f"{name}: {said}" if name else said


class ServiceSettings(BaseSettings):
    """Frozen settings of one service; a service subclasses it, names itself and adds its own.

    ``service`` is the Python package, the database schema, the database role and the audience of
    internal tokens. ``prefix`` is the public path under which health and status answer. ``event_readers`` are those who
    may read its log of events; there is no route to it without any.
    """

    model_config = SettingsConfigDict(frozen=True, extra="ignore", env_ignore_empty=True)

    service: ClassVar[ServiceName]
    prefix: ClassVar[str]
    event_readers: ClassVar[tuple[PartName, ...]] = ()

    database_url: SecretStr
    redis_url: SecretStr
    keys_dir: Path
    """Where the service's own keys are, and everybody's public ones: see `kit.keys`."""
    public_url: str = "http://localhost:8080"
    auth_url: str
    cms_url: str
    content_url: str
    crm_url: str | None
    ecom_url: str | None
    """None, from an empty value, where the site does without the service; see `url_of`."""
    web_url: str
    data_dir: Path
    outbound_networks: Annotated[tuple[IPvAnyNetwork, ...], NoDecode] = ()
    """Networks besides the public internet that addresses of people's own writing may lead to: see `kit.outbound`."""
    s3_bucket: Annotated[str, Field(max_length=63)] | None = None
    """The bucket that files are kept in; without one they are kept in the data folder: see `kit.storage`."""
    s3_endpoint_url: str | None = None
    s3_region: str | None = None
    s3_access_key_id: str | None = None
    s3_secret_access_key: SecretStr | None = None
    backups_dir: Path | None = None
    """A folder for scheduled backups, or..."""
    backups_s3_bucket: Annotated[str, Field(max_length=63)] | None = None
    """...a bucket for them. Without either they are kept where the files are."""
    backups_s3_endpoint_url: str | None = None
    backups_s3_region: str | None = None
    backups_s3_access_key_id: str | None = None
    backups_s3_secret_access_key: SecretStr | None = None
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    release: str = "development"

    # Two cores share one Postgres with every other process, so pools stay small. None may overflow: a
    # connection that is made for one request and closed after it costs more than the wait for another.
    pool_size: int = Field(default=10, ge=1, le=100)
    read_pool_size: int = Field(default=5, ge=1, le=100)
    statement_timeout_ms: int = Field(default=15_000, ge=100, le=600_000)

    @field_validator("public_url", "auth_url", "cms_url", "content_url", "crm_url", "ecom_url", "web_url")
    @classmethod
    def _plain_http_address(cls, value: str | None) -> str | None:
        if value is None:
            return None
        AnyHttpUrl(value)
        return value.rstrip("/")

    @field_validator("s3_endpoint_url", "backups_s3_endpoint_url")
    @classmethod
    def _http_address(cls, value: str | None) -> str | None:
        if value is not None:
            AnyHttpUrl(value)
        return value

    @field_validator("database_url", "redis_url")
    @classmethod
    def _address_of_an_engine(cls, value: SecretStr, info: ValidationInfo) -> SecretStr:
        """The address itself is in no message: it has a password."""
        fault = fault_of_engine(value.get_secret_value(), _SCHEMES[info.field_name or ""])
        if fault:
            raise ValueError(fault)
        return value

    @model_validator(mode="after")
    def _whole_storage(self) -> Self:
        """Half of what a bucket needs would have files kept elsewhere than somebody thinks."""
        for prefix in ("s3_", "backups_s3_"):
            given = [name for name in type(self).model_fields if name.startswith(prefix) and getattr(self, name)]
            bucket, key, secret = (f"{prefix}{name}" for name in ("bucket", "access_key_id", "secret_access_key"))
            if given and bucket not in given:
                without = " and ".join(name.upper() for name in given)
                raise ValueError(f"{bucket.upper()} must be given, since {without} is")
            if (key in given) != (secret in given):
                raise ValueError(f"{key.upper()} and {secret.upper()} must be given together")
        return self

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003  # pydantic passes all of them by name
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        return init_settings, env_settings, _Files(settings_cls), _Absent(settings_cls)

    @property
    def has_place_for_backups(self) -> bool:
        """Whether scheduled backups are kept elsewhere than files."""
        return self.backups_dir is not None or self.backups_s3_bucket is not None

    @field_validator("outbound_networks", mode="before")
    @classmethod
    def _separated_by_commas(cls, value: object) -> object:
        return [each.strip() for each in value.split(",")] if isinstance(value, str) else value

    @field_validator("log_level", mode="before")
    @classmethod
    def _upper_case(cls, value: object) -> object:
        return value.upper() if isinstance(value, str) else value

    def url_of(self, part: PartName) -> str | None:
        """The direct address of another service or of the web host, without a trailing slash.

        None for a service that this site does without: nobody is to wait for it.
        """
        address: str | None = getattr(self, f"{part}_url")
        return address
