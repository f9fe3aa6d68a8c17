const LENGTH = 250;
/** Tags whose end is the end of a word. */
const BREAKS =
  /<\/?(?:address|blockquote|br|dd|div|dl|dt|figcaption|figure|h[1-6]|hr|li|ol|p|pre|table|td|th|tr|ul)\b[^>]*>/gi;
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/**
 * What a text says in short, for a page that has no description of its own: the first 250 characters without
 * markup. `html` is sanitised rich text, so tags are well formed.
 */
export function textDescription(html: string): string {
  // This much is mostly enough, and read for each page that is rendered. Twice the length, since letters may be two units.
  const begun = textOf(html, LENGTH * 4);
  // A long text's end cannot matter; the factor leaves room for markup.
  const text = begun.length > LENGTH * 2 ? begun : textOf(html, LENGTH * 40);
  // By code point: a cut through a surrogate pair would leave half a character.
  return text.length > LENGTH ? [...text].slice(0, LENGTH).join('').trimEnd() : text;
}

/** The text in the first `most` characters; without a tag or an entity that they end in. */
function textOf(html: string, most: number): string {
  const part = html.length > most ? html.slice(0, most).replace(/<[^>]*$|&[^;\s]*$/, '') : html;
  return part
    .replace(BREAKS, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(
      /&(#x[\da-f]+|#\d+|[a-z]+);/gi,
      (entity, name: string) => ENTITIES[name.toLowerCase()] ?? numeric(name) ?? entity,
    )
    .replace(/\s+/g, ' ')
    .trim();
}

function numeric(name: string): string | undefined {
  if (!name.startsWith('#')) return undefined;
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10);
  return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
    ? String.fromCodePoint(code)
    : '';
}
