"""Emails by a template: those with a link that confirms a newsletter keep what they say themselves, as others with secrets do."""

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"

# What waits is left to its job, which may be one of the release before. No migration has the keys to seal with: what was
# not sent is blanked once the link is dead.
_TAKE_OVER = sa.text("""
UPDATE emails SET has_secret = true,
    text = CASE WHEN emails.state = 'sent' THEN NULL ELSE mailings.text END,
    html = CASE WHEN emails.state = 'sent' THEN NULL ELSE mailings.html END
FROM mailings
WHERE mailings.id = emails.mailing_id AND emails.state <> 'queued' AND mailings.unsubscribe_url IS NOT NULL
    AND (position('/cms/newsletter/confirmation?token=' IN mailings.text) > 0
        OR position('/cms/newsletter/confirmation?token=' IN mailings.html) > 0)
""")
_FORGET = sa.text("""
UPDATE mailings SET text = NULL, html = NULL
WHERE unsubscribe_url IS NOT NULL AND EXISTS (SELECT FROM emails WHERE mailing_id = mailings.id AND has_secret)
""")


def upgrade() -> None:
    op.execute(_TAKE_OVER)
    op.execute(_FORGET)
