"""What templates of emails are for."""

from typing import Any

from sqlalchemy import String
from sqlalchemy.orm import Mapped, mapped_column

from cms.email_template_types.variables import OWN_TYPES, Variable, sample_of, variables_of
from kit.db import Base, Timestamps, UuidPrimaryKey, Versioned


class EmailTemplateType(UuidPrimaryKey, Timestamps, Versioned, Base):
    """What templates are for. Those that the site's own parts use are named in `cms.email_template_types.variables`."""

    __tablename__ = "email_template_types"

    name: Mapped[str] = mapped_column(String(200), unique=True)

    @property
    def is_built_in(self) -> bool:
        """Whether a part of the site knows it by its name."""
        return self.name in OWN_TYPES

    @property
    def variables(self) -> list[Variable]:
        """What templates of this type can name."""
        return variables_of(self.name)

    @property
    def sample(self) -> dict[str, Any]:
        """Data to look at templates of this type with."""
        return sample_of(self.name)
