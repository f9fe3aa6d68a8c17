"""Saves are known by the idempotency keys of kit.

What the release before this one remembers, at any time until it is gone, is copied.
"""

from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.execute("""
        INSERT INTO idempotency_keys (scope, key, request_hash, answer, at)
        SELECT 'pages.save ' || page_id || ' ' || user_id, key, request_hash,
            jsonb_build_object('version', version), created_at
        FROM saves WHERE user_id IS NOT NULL
        ON CONFLICT DO NOTHING
    """)
    op.execute("""
        CREATE FUNCTION copy_save() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            INSERT INTO idempotency_keys (scope, key, request_hash, answer, at)
            VALUES ('pages.save ' || NEW.page_id || ' ' || NEW.user_id, NEW.key, NEW.request_hash,
                jsonb_build_object('version', NEW.version), NEW.created_at)
            ON CONFLICT DO NOTHING;
            RETURN NULL;
        END $$
    """)
    op.execute(
        "CREATE TRIGGER copy_save AFTER INSERT ON saves FOR EACH ROW WHEN (NEW.user_id IS NOT NULL)"
        " EXECUTE FUNCTION copy_save()"
    )
