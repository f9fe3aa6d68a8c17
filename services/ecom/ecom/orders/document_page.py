"""Documents as pages that stand by themselves and print well."""

from collections.abc import Iterable, Sequence

from markupsafe import Markup, escape

from ecom.orders.documents import Document, Item

_STYLE = Markup("""
@page { size: A4; margin: 18mm 16mm; }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2rem 1.25rem; max-width: 52rem; background: #fff; color: #1d1d1a;
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
header { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 1rem 2rem; margin-bottom: 2rem; }
h1 { margin: 0; font-size: 1.75rem; line-height: 1.2; }
h2 { margin: 0 0 .25rem; color: #5c5c54; font-size: .8rem; font-weight: 600; }
p { margin: 0; overflow-wrap: anywhere; }
.seller { white-space: pre-line; text-align: right; }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(10rem, 1fr)); gap: 1.25rem 2rem;
  margin-bottom: 2rem; }
.facts p { white-space: pre-line; }
.table { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; }
th { color: #5c5c54; font-size: .8rem; font-weight: 600; text-align: left; vertical-align: bottom; }
th, td { padding: .5rem .75rem .5rem 0; border-bottom: 1px solid #dcdcd6; vertical-align: top; }
td small { display: block; color: #5c5c54; }
.number { padding-right: 0; padding-left: .75rem; text-align: right; }
td.number { white-space: nowrap;
  font-variant-numeric: tabular-nums; }
tfoot td { border: 0; padding-block: .2rem; }
tfoot tr:first-child td { padding-top: .75rem; }
.whole td { font-size: 1.1rem; font-weight: 700; }
tr { break-inside: avoid; }
.note { margin-top: 1.5rem; break-inside: avoid; }
.note p { white-space: pre-line; }
@media print { body { padding: 0; max-width: none; font-size: 11pt; } }
@media screen and (width < 36rem) {
  .seller { text-align: left; }
  body { padding: 1.25rem 1rem; }
  /* Nobody looks for the amount to pay beyond the edge of a phone. */
  table { font-size: .8rem; }
  th, td { padding-right: .25rem; }
  td:first-child { overflow-wrap: anywhere; }
  .number { padding-right: 0; padding-left: .4rem; }
  .whole td { font-size: 1.1em; }
}
""")


def page(document: Document) -> str:
    """The whole page of a document."""
    parts = [_head(document), _header(document), _facts(document), _table(document), _notes(document)]
    return str(Markup("\n").join([*parts, Markup("</body></html>")]))


def _head(document: Document) -> Markup:
    return Markup(
        '<!doctype html><html lang="{}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="robots" content="noindex"><title>{}</title><style>{}</style></head><body>'
    ).format(document.language, document.title, _STYLE)


def _header(document: Document) -> Markup:
    return Markup('<header><div><h1>{}</h1><p>{}</p></div><p class="seller">{}</p></header>').format(
        document.name, document.reference, "\n".join(document.seller)
    )


def _facts(document: Document) -> Markup:
    return Markup('<div class="facts">{}</div>').format(
        _joined(Markup("<div><h2>{}</h2><p>{}</p></div>").format(*fact) for fact in document.facts)
    )


def _table(document: Document) -> Markup:
    first, *others = document.heads
    heads = _joined(Markup('<th class="number">{}</th>').format(head) for head in others)
    foot = _joined(
        Markup('<tr{}><td colspan="{}" class="number">{}</td><td class="number">{}</td></tr>').format(
            Markup(' class="whole"') if line.is_whole else "", len(others), line.name, line.amount
        )
        for line in document.sums
    )
    return Markup(
        '<div class="table"><table><thead><tr><th>{}</th>{}</tr></thead><tbody>{}</tbody>{}</table></div>'
    ).format(
        first,
        heads,
        _joined(_item(item) for item in document.items),
        Markup("<tfoot>{}</tfoot>").format(foot) if document.sums else "",
    )


def _item(item: Item) -> Markup:
    small = Markup("<small>{}</small>").format(item.small) if item.small else ""
    numbers: Sequence[Markup] = [Markup('<td class="number">{}</td>').format(number) for number in item.numbers]
    return Markup("<tr><td>{}{}</td>{}</tr>").format(item.name, small, _joined(numbers))


def _notes(document: Document) -> Markup:
    return _joined(
        Markup('<div class="note">{}<p>{}</p></div>').format(Markup("<h2>{}</h2>").format(name) if name else "", text)
        for name, text in document.notes
    )


def _joined(parts: Iterable[Markup]) -> Markup:
    return Markup("").join(escape(part) for part in parts)
