"""Templates, layouts, branch blocks, pages and plugins, and the log of their changes."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import ARRAY, JSONB

from kit.migrations import create_kit_tables

revision = "0001"
down_revision = None


def upgrade() -> None:
    create_kit_tables()
    _templates()
    _layouts_and_branches()
    _site()
    _plugins()
    _pages()
    _changes()


def _id() -> sa.Column[object]:
    return sa.Column("id", sa.Uuid(), nullable=False)


def _moment(name: str) -> sa.Column[object]:
    return sa.Column(name, sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False)


def _name() -> sa.Column[object]:
    return sa.Column("name", sa.String(200), nullable=False)


def _version() -> sa.Column[object]:
    return sa.Column("version", sa.BigInteger(), nullable=False)


def _json(*names: str) -> Sequence[sa.Column[object]]:
    return [sa.Column(name, JSONB(), nullable=False) for name in names]


def _tree_columns() -> Sequence[sa.Column[object]]:
    return [
        *_json("node_fields"),
        sa.Column("plugin_ids", ARRAY(sa.Uuid()), nullable=False),
        sa.Column("branch_ids", ARRAY(sa.Uuid()), nullable=False),
        sa.Column("has_scope_whitelist", sa.Boolean(), nullable=False),
        _version(),
        _moment("created_at"),
        _moment("updated_at"),
    ]


def _templates() -> None:
    sources = ("shared_scss", "inline_scss", "external_scss", "inline_css", "external_css", "js")
    op.create_table(
        "templates",
        _id(),
        _name(),
        *(sa.Column(name, sa.Text(), nullable=False) for name in sources),
        *_json("fonts"),
        _version(),
        _moment("created_at"),
        _moment("updated_at"),
        sa.PrimaryKeyConstraint("id", name="pk_templates"),
    )


def _layouts_and_branches() -> None:
    for table in ("layouts", "branch_blocks"):
        op.create_table(
            table, _id(), _name(), *_json("block"), *_tree_columns(), sa.PrimaryKeyConstraint("id", name=f"pk_{table}")
        )


def _site() -> None:
    op.create_table(
        "site",
        sa.Column("id", sa.SmallInteger(), nullable=False),
        _name(),
        sa.Column("language", sa.String(20), nullable=False),
        sa.Column("timezone", sa.String(64), nullable=False),
        sa.Column("has_ecom", sa.Boolean(), nullable=False),
        sa.Column("has_crm", sa.Boolean(), nullable=False),
        _version(),
        sa.Column("default_template_id", sa.Uuid(), nullable=False),
        sa.Column("default_layout_id", sa.Uuid(), nullable=False),
        _moment("created_at"),
        _moment("updated_at"),
        sa.CheckConstraint("id = 1", name="ck_site_single_row"),
        sa.ForeignKeyConstraint(
            ["default_template_id"], ["templates.id"], name="fk_site_default_template_id_templates"
        ),
        sa.ForeignKeyConstraint(["default_layout_id"], ["layouts.id"], name="fk_site_default_layout_id_layouts"),
        sa.PrimaryKeyConstraint("id", name="pk_site"),
    )


def _plugins() -> None:
    op.create_table(
        "plugins",
        _id(),
        sa.Column("ref", sa.String(100), nullable=False),
        *_json("fields"),
        sa.Column("is_cacheable", sa.Boolean(), nullable=False),
        sa.Column("checked", sa.Boolean(), nullable=False),
        _version(),
        _moment("created_at"),
        _moment("updated_at"),
        sa.PrimaryKeyConstraint("id", name="pk_plugins"),
    )
    op.create_index("ix_plugins_ref", "plugins", ["ref"])
    op.create_index(
        "ix_plugins_fields", "plugins", ["fields"], postgresql_using="gin", postgresql_ops={"fields": "jsonb_path_ops"}
    )
    op.create_table(
        "plugin_versions",
        sa.Column("plugin_id", sa.Uuid(), nullable=False),
        _version(),
        *_json("fields"),
        sa.Column("user_id", sa.Uuid(), nullable=True),
        _moment("created_at"),
        sa.ForeignKeyConstraint(
            ["plugin_id"], ["plugins.id"], name="fk_plugin_versions_plugin_id_plugins", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("plugin_id", "version", name="pk_plugin_versions"),
    )


def _pages() -> None:
    op.create_table(
        "pages",
        _id(),
        sa.Column("url", sa.String(1000), nullable=False),
        sa.Column("title", sa.String(200), nullable=False),
        sa.Column("display_title", sa.String(200), nullable=True),
        sa.Column("template_id", sa.Uuid(), nullable=False),
        sa.Column("layout_id", sa.Uuid(), nullable=False),
        *_json("meta", "config", "trackers", "linked_data", "blocks", "links"),
        *_tree_columns(),
        sa.ForeignKeyConstraint(["template_id"], ["templates.id"], name="fk_pages_template_id_templates"),
        sa.ForeignKeyConstraint(["layout_id"], ["layouts.id"], name="fk_pages_layout_id_layouts"),
        sa.PrimaryKeyConstraint("id", name="pk_pages"),
        sa.UniqueConstraint("url", name="uq_pages_url"),
    )
    op.create_index("ix_pages_template_id", "pages", ["template_id"])
    op.create_index("ix_pages_layout_id", "pages", ["layout_id"])
    op.create_index("ix_pages_plugin_ids", "pages", ["plugin_ids"], postgresql_using="gin")
    op.create_index("ix_pages_branch_ids", "pages", ["branch_ids"], postgresql_using="gin")
    op.create_index(
        "ix_pages_in_menu", "pages", ["id"], postgresql_where=sa.text("""config @> '{"menu": {"visible": true}}'""")
    )


def _changes() -> None:
    op.create_table(
        "changes",
        _version(),
        sa.Column("thing", sa.String(200), nullable=False),
        sa.Column("page_id", sa.Uuid(), nullable=True),
        sa.Column("user_id", sa.Uuid(), nullable=True),
        _moment("at"),
        sa.PrimaryKeyConstraint("version", "thing", name="pk_changes"),
    )
    op.create_index("ix_changes_thing_version", "changes", ["thing", "version"])
    op.create_table(
        "saves",
        sa.Column("page_id", sa.Uuid(), nullable=False),
        sa.Column("key", sa.String(200), nullable=False),
        _version(),
        sa.Column("request_hash", sa.LargeBinary(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=True),
        _moment("created_at"),
        sa.ForeignKeyConstraint(["page_id"], ["pages.id"], name="fk_saves_page_id_pages", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("page_id", "key", name="pk_saves"),
    )
    op.create_index("ix_saves_created_at", "saves", ["created_at"])
