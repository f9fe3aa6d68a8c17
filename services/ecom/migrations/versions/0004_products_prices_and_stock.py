"""Product groups, products with their prices and stock, and the shop's settings."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

from kit.migrations import record_columns

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "config_entries",
        *record_columns(),
        sa.Column("key", sa.String(100), nullable=False),
        sa.Column("value", JSONB(), nullable=False),
        sa.Column("sealed", sa.LargeBinary(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_config_entries"),
        sa.UniqueConstraint("key", name="uq_config_entries_key"),
    )
    _create_groups()
    _create_products()


def _create_groups() -> None:
    op.create_table(
        "product_groups",
        *record_columns(),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("code", sa.String(100), nullable=True),
        sa.Column("summary", sa.Text(), server_default="", nullable=False),
        sa.Column("description", sa.Text(), server_default="", nullable=False),
        sa.Column("brand_id", sa.Uuid(), nullable=True),
        sa.Column("tax_class", sa.String(50), server_default="standard", nullable=True),
        sa.Column("is_published", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("is_listed", sa.Boolean(), server_default="true", nullable=False),
        sa.Column("is_featured", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("options", JSONB(), server_default="[]", nullable=False),
        sa.Column("images", JSONB(), server_default="[]", nullable=False),
        sa.Column("seo_title", sa.String(200), server_default="", nullable=False),
        sa.Column("seo_description", sa.String(500), server_default="", nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_product_groups"),
        sa.UniqueConstraint("code", name="uq_product_groups_code"),
        sa.ForeignKeyConstraint(["brand_id"], ["brands.id"], name="fk_product_groups_brand_id_brands"),
    )
    op.create_index("ix_product_groups_brand_id", "product_groups", ["brand_id"])
    op.create_index("ix_product_groups_name", "product_groups", ["name"])
    op.create_table(
        "product_group_categories",
        sa.Column("group_id", sa.Uuid(), nullable=False),
        sa.Column("category_id", sa.Uuid(), nullable=False),
        sa.PrimaryKeyConstraint("group_id", "category_id", name="pk_product_group_categories"),
        sa.ForeignKeyConstraint(
            ["group_id"],
            ["product_groups.id"],
            name="fk_product_group_categories_group_id_product_groups",
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["category_id"], ["categories.id"], name="fk_product_group_categories_category_id_categories"
        ),
    )
    op.create_index("ix_product_group_categories_category_id", "product_group_categories", ["category_id"])


def _create_products() -> None:
    moment = sa.DateTime(timezone=True)
    op.create_table(
        "products",
        *record_columns(),
        sa.Column("group_id", sa.Uuid(), nullable=False),
        sa.Column("position", sa.Integer(), server_default="0", nullable=False),
        sa.Column("sku", sa.String(100), nullable=False),
        sa.Column("gtin", sa.String(14), nullable=True),
        sa.Column("option_values", JSONB(), server_default="{}", nullable=False),
        sa.Column("image", JSONB(), nullable=True),
        sa.Column("is_published", sa.Boolean(), server_default="true", nullable=False),
        sa.Column("needs_delivery", sa.Boolean(), server_default="true", nullable=False),
        sa.Column("weight_grams", sa.Integer(), nullable=True),
        sa.Column("length_mm", sa.Integer(), nullable=True),
        sa.Column("width_mm", sa.Integer(), nullable=True),
        sa.Column("height_mm", sa.Integer(), nullable=True),
        sa.Column("tracks_stock", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("stock", sa.Integer(), server_default="0", nullable=False),
        sa.Column("allows_backorders", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("low_stock_at", sa.Integer(), nullable=True),
        sa.Column("most_per_order", sa.Integer(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_products"),
        # Deferrable: two products of a group may swap what is unique, in one save.
        sa.UniqueConstraint("sku", name="uq_products_sku", deferrable=True),
        sa.UniqueConstraint("group_id", "option_values", name="uq_products_group_id_option_values", deferrable=True),
        sa.ForeignKeyConstraint(["group_id"], ["product_groups.id"], name="fk_products_group_id_product_groups"),
        sa.CheckConstraint(
            "stock >= 0 OR allows_backorders OR NOT tracks_stock", name="ck_products_stock_not_below_zero"
        ),
    )
    op.create_table(
        "prices",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("product_id", sa.Uuid(), nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("currency", sa.String(3), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("starts_at", moment, nullable=True),
        sa.Column("ends_at", moment, nullable=True),
        sa.Column("least_quantity", sa.Integer(), server_default="1", nullable=False),
        sa.Column("scope", sa.String(100), nullable=True),
        sa.Column("turns_at", moment, nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_prices"),
        sa.ForeignKeyConstraint(
            ["product_id"], ["products.id"], name="fk_prices_product_id_products", ondelete="CASCADE"
        ),
        sa.CheckConstraint("amount >= 0", name="ck_prices_amount_not_below_zero"),
    )
    op.create_index("ix_prices_product_id", "prices", ["product_id"])
    op.create_index("ix_prices_turns_at", "prices", ["turns_at"])
    op.create_table(
        "stock_movements",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("product_id", sa.Uuid(), nullable=False),
        sa.Column("change", sa.Integer(), nullable=False),
        sa.Column("stock_after", sa.Integer(), nullable=False),
        sa.Column("reason", sa.String(20), nullable=False),
        sa.Column("order_id", sa.Uuid(), nullable=True),
        sa.Column("note", sa.String(500), server_default="", nullable=False),
        sa.Column("actor_id", sa.Uuid(), nullable=True),
        sa.Column("at", moment, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_stock_movements"),
        sa.ForeignKeyConstraint(
            ["product_id"], ["products.id"], name="fk_stock_movements_product_id_products", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_stock_movements_product_id_id", "stock_movements", ["product_id", "id"])
    op.create_index("ix_stock_movements_order_id", "stock_movements", ["order_id"])
