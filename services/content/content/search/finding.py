"""The statements that search."""

from content.audience import listed, visible

# Of D, C, B and A: text, description, headings, title. `NOT IN` is looked up in a hash; page ids are never null.
_WEIGHTS = "'{0.1, 0.2, 0.5, 1.0}'"

# $1 dictionary, $2 the query, $3 its head, $4 its prefix, $5 any of its words.
# The words as they are written stand in the vectors beside their stems: a word that is still being typed begins them,
# and where the dictionary leaves nothing of a query ("who is who"), they are what is looked for.
_PREFIX = "CASE WHEN $4 = '' THEN ''::tsquery ELSE to_tsquery('simple', $4) END"
_ASKED = f"""asked AS MATERIALIZED (
    SELECT CASE WHEN $4 = '' THEN whole ELSE whole || (head && prefix) END AS query, any_of || prefix AS any_of
    FROM (
        SELECT {{whole}} AS whole, {{head}} AS head, {{any_of}} AS any_of, {_PREFIX} AS prefix
    ) words
)"""  # noqa: S608  # of constants


def _by_dictionary(parameter: str) -> str:
    stemmed = f"websearch_to_tsquery($1::text::regconfig, {parameter})"
    plain = f"websearch_to_tsquery('simple', {parameter})"
    return f"CASE WHEN numnode({stemmed}) > 0 THEN {stemmed} ELSE {plain} END"


_ASKED = _ASKED.format(whole=_by_dictionary("$2"), head=_by_dictionary("$3"), any_of=_by_dictionary("$5"))

# A page with one document is found by it. Of the others, what the caller may see is put together first: one word may
# stand in a part for all, another in a part for members. Stale documents of a page of which something is kept to some
# now are left out: they may be older than that.
FIND = f"""
WITH {_ASKED},
candidates AS (
    SELECT d.page_id, d.vector FROM search_documents d, asked
    WHERE d.is_whole AND d.vector @@ asked.query AND d.audience = ANY ($6)
  UNION ALL
    SELECT page_id, vector FROM (
        SELECT page_id, search_vector_concat(vector ORDER BY number) AS vector FROM search_documents
        WHERE NOT is_whole AND audience = ANY ($6) AND page_id IN (
            SELECT d.page_id FROM search_documents d, asked
            WHERE NOT d.is_whole AND d.vector @@ asked.any_of AND d.audience = ANY ($6))
        GROUP BY page_id
    ) joined, asked
    WHERE joined.vector @@ asked.query
),
found AS MATERIALIZED (
    SELECT p.id, p.url, ts_rank({_WEIGHTS}, c.vector, asked.query, 1) AS rank
    FROM asked, candidates c JOIN pages p ON p.id = c.page_id
    WHERE ($7::uuid[] IS NULL OR p.id = ANY ($7::uuid[]))
        AND {visible("p", "$10::text[]")} AND {listed("p", "$10::text[]")}
        AND p.id NOT IN (SELECT page_id FROM search_stale_pages WHERE is_restricted)
),
shown AS (
    SELECT id, rank, url FROM found ORDER BY rank DESC, length(url), url OFFSET $8 LIMIT $9
)
SELECT p.id::text, p.url, coalesce(p.display_title, p.title) AS title, p.meta::text, t.body, t.shared, total
FROM (SELECT count(*) AS total FROM found) counted
LEFT JOIN shown ON true
LEFT JOIN pages p ON p.id = shown.id
LEFT JOIN LATERAL (
    SELECT string_agg(body, E'\\n' ORDER BY number) FILTER (WHERE body <> '') AS body,
        string_agg(shared, E'\\n' ORDER BY number) FILTER (WHERE shared <> '') AS shared
    FROM search_documents d WHERE d.page_id = p.id AND d.audience = ANY ($6)
) t ON true
ORDER BY shown.rank DESC, length(shown.url), shown.url
"""  # noqa: S608  # of constants

# A title may hold what a query reads as an exclusion: "Level 2 -Second".
IS_TITLE = f"""
SELECT p.id FROM pages p WHERE lower(coalesce(p.display_title, p.title)) = lower($1)
    AND {visible("p", "$2::text[]")}
    AND {listed("p", "$2::text[]")} AND ($3::uuid[] IS NULL OR p.id = ANY ($3)) LIMIT 1
"""  # noqa: S608  # of constants

AUDIENCES = "SELECT DISTINCT audience FROM search_documents WHERE audience <> '[]'"

# $2 any of the query's words, $3 its prefix, $4 words as they are written, $5 the same, folded.
MATCHING = f"""
SELECT word FROM unnest($4::text[], $5::text[]) AS each (word, folded),
    (SELECT {_by_dictionary("$2")} AS any_of, to_tsquery('simple', nullif($3, '')) AS prefix) asked
WHERE to_tsvector($1::text::regconfig, folded) || to_tsvector('simple', folded) @@ any_of
    OR to_tsvector('simple', folded) @@ prefix
"""  # noqa: S608  # of constants
