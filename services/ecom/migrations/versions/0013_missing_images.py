"""The images that an import lacks: with the products that lack them, and no more in one document of the import."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0013"
down_revision = "0012"

# What fetching anew is for is told with the first fault of a product; the release before this one writes no others.
_TAKE_OVER = sa.text("""
INSERT INTO import_images (id, import_id, row, group_id, product_id, wanted, faults, tries)
SELECT gen_random_uuid(), i.id, (told.item #>> '{again,row}')::integer, (told.item #>> '{again,groupId}')::uuid,
    (told.item #>> '{again,productId}')::uuid, told.item #> '{again,wanted}',
    (SELECT jsonb_agg(jsonb_build_object('address', other.item ->> 'address', 'detail', other.item ->> 'detail'))
     FROM jsonb_array_elements(i.image_faults) AS other (item) WHERE other.item -> 'row' = told.item -> 'row'), 1
FROM imports i, jsonb_array_elements(i.image_faults) AS told (item)
WHERE told.item ? 'again'
""")


def upgrade() -> None:
    op.add_column("import_images", sa.Column("faults", JSONB(), server_default="[]", nullable=False))
    op.add_column("import_images", sa.Column("tries", sa.Integer(), server_default="0", nullable=False))
    op.execute(_TAKE_OVER)
    op.execute(sa.text("UPDATE imports SET image_faults = '[]' WHERE image_faults <> '[]'"))
