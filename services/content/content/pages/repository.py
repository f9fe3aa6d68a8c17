import uuid
from collections.abc import Sequence
from typing import ClassVar

import orjson
from sqlalchemy import Select, text
from sqlalchemy.orm import defer

from content.audience import listed, visible
from content.documents.references import pages_with_branch
from content.fields.catalogue import manifests
from content.pages.errors import PageNotFound
from content.pages.filters import PageFilters
from content.pages.models import Page
from kit.errors import NotFound
from kit.repository import Repository

# Written by Postgres: a row and a model for each of many thousand pages would keep the process from all others' requests.
_NOBODY = "CAST('{}' AS text[])"
_SITEMAP = text(f"""
WITH naming AS MATERIALIZED (
    SELECT g.id, n.parameter
    FROM plugins g
    JOIN jsonb_to_recordset(CAST(:naming AS jsonb)) AS n(ref text, parameter text, field text) ON n.ref = g.ref
    WHERE coalesce(g.fields ->> n.field, '') = ''
)
SELECT json_build_object('pages', coalesce(
    json_agg(json_build_object('url', p.url, 'updatedAt', p.updated_at,
        'named', (SELECT min(n.parameter) FROM naming n WHERE n.id = ANY (p.plugin_ids))) ORDER BY p.url), '[]'))::text
FROM pages p
WHERE NOT coalesce((p.config ->> 'noIndex')::boolean, false) AND {visible("p", _NOBODY)}
    AND {listed("p", _NOBODY)} AND p.meta ->> 'canonical' IS NULL
    AND NOT p.plugin_ids && ARRAY(SELECT g.id FROM plugins g WHERE g.ref = ANY (CAST(:unlisted AS text[])))
