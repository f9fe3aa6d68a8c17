"""Registrations have no password: it is chosen by the link in the mail.

Those that are open lose theirs, and stay open. The column stays for now: the previous release, which may run beside this
one, writes it with each registration. Where it confirms one without a password, the account has none until its owner,
who is logged in, asks for one by mail.
"""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.alter_column("registrations", "password_hash", existing_type=sa.String(), nullable=True)
    op.execute("UPDATE registrations SET password_hash = NULL")
