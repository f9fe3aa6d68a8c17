/**
 * Whether two pieces of HTML say the same: blocks and their attributes in the same order, and in them the same
 * text under the same marks. Differences that no reader can see (order of nested marks, `b` for `strong`, blanks
 * between blocks, where a table's body begins) do not count.
 */

const ALIASES: Record<string, string> = { b: 'strong', i: 'em', strike: 's', del: 's' };

const INLINE = new Set(
  (
    'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark q s samp small span strike ' +
    'strong sub sup time tt u var'
  ).split(' '),
);

/** Their tags add nothing: a table's rows say what they are by their cells. */
const TRANSPARENT = new Set(['thead', 'tbody']);

type Token = { block: string } | { text: string; marks: string } | { leaf: string; marks: string };

/** `opaque`: the attribute of elements whose content is compared as it stands. */
export function hasSameContent(one: HTMLElement, other: HTMLElement, opaque: string): boolean {
  return written(one, opaque) === written(other, opaque);
}

function written(root: HTMLElement, opaque: string): string {
  const tokens: Token[] = [];
  walk(root, [], false, true, tokens, opaque);
  return JSON.stringify(trimmed(tokens));
}

function walk(
  parent: Element,
  marks: string[],
  isPre: boolean,
  isRoot: boolean,
  tokens: Token[],
  opaque: string,
): void {
  let isInRun = false;
  for (const child of parent.childNodes) {
    const isInline = child.nodeType === Node.TEXT_NODE || isInlineElement(child);
    // Bare text at the top is a paragraph without its tags.
    if (isRoot && isInline && !isInRun && !isBlank(child)) tokens.push({ block: '<p>' });
    if (isRoot && isInRun && !isInline) tokens.push({ block: '</p>' });
    if (!isBlank(child)) isInRun = isInline;
    if (child.nodeType === Node.TEXT_NODE) addText(tokens, child.textContent ?? '', marks, isPre);
    else if (child instanceof Element) visit(child, marks, isPre, tokens, opaque);
  }
  if (isRoot && isInRun) tokens.push({ block: '</p>' });
}

function visit(element: Element, marks: string[], isPre: boolean, tokens: Token[], opaque: string): void {
  const tag = element.localName;
  const kept = element.getAttribute(opaque);
  if (kept !== null) {
    const template = element.ownerDocument.createElement('template');
    template.innerHTML = kept;
    for (const child of template.content.children) visit(child, marks, isPre, tokens, opaque);
  } else if (['img', 'br', 'hr'].includes(tag)) {
    tokens.push({ leaf: opening(element), marks: marksKey(marks) });
  } else if (INLINE.has(tag)) {
    visitInline(element, marks, isPre, tokens, opaque);
  } else if (TRANSPARENT.has(tag) || (tag === 'colgroup' && isPlainColumnGroup(element))) {
    walk(element, marks, isPre, false, tokens, opaque);
  } else {
    tokens.push({ block: opening(element) });
    walk(element, marks, isPre || tag === 'pre', false, tokens, opaque);
    tokens.push({ block: `</${tag}>` });
  }
}

function visitInline(
  element: Element,
  marks: string[],
  isPre: boolean,
  tokens: Token[],
  opaque: string,
): void {
  const mark = opening(element);
  const isEmpty = element.childNodes.length === 0;
  // An empty mark marks nothing, unless it is an anchor.
  if (isEmpty && element.attributes.length > 0) tokens.push({ leaf: mark, marks: marksKey(marks) });
  const isPlainSpan = mark === '<span>';
  walk(element, isPlainSpan ? marks : [...marks, mark], isPre, false, tokens, opaque);
}

function addText(tokens: Token[], text: string, marks: string[], isPre: boolean): void {
  const shown = isPre ? text : text.replace(/[ \t\r\n\f]+/g, ' ');
  if (shown === '') return;
  const key = marksKey(marks);
  const last = tokens.at(-1);
  if (last && 'text' in last && last.marks === key) {
    last.text = isPre ? last.text + shown : (last.text + shown).replace(/ +/g, ' ');
  } else tokens.push({ text: shown, marks: key });
}

/** Blanks at the edges of blocks are not shown. */
function trimmed(tokens: Token[]): Token[] {
  const isEdge = (token: Token | undefined) =>
    !token || 'block' in token || ('leaf' in token && /^<(br|hr)/.test(token.leaf));
  let isPre = false;
  const result: Token[] = [];
  for (const [index, token] of tokens.entries()) {
    if ('block' in token)
      isPre = token.block.startsWith('<pre') || (isPre && !token.block.startsWith('</pre'));
    if (!('text' in token) || isPre) {
      result.push(token);
      continue;
    }
    let text = token.text;
    const before = result.at(-1);
    if (isEdge(tokens[index - 1]) || (before && 'text' in before && before.text.endsWith(' ')))
      text = text.replace(/^ /, '');
    if (isEdge(tokens[index + 1])) text = text.replace(/ $/, '');
    if (text !== '') result.push({ ...token, text });
  }
  return result;
}

function opening(element: Element): string {
  const tag = ALIASES[element.localName] ?? element.localName;
  const attributes = [...element.attributes]
    .map(({ name, value }) => (name === 'style' ? ['style', styleOf(element)] : [name, value.trim()]))
    .filter(
      ([name, value]) =>
        !(value === '' && (name === 'style' || name === 'class')) && !isDefaultSpan(name, value),
    )
    .map(([name, value]) => ` ${name}=${JSON.stringify(value)}`)
    .sort();
  return `<${tag}${attributes.join('')}>`;
}

function isDefaultSpan(name: string | undefined, value: string | undefined): boolean {
  return (name === 'colspan' || name === 'rowspan') && value === '1';
}

function styleOf(element: Element): string {
  return [...(element as HTMLElement).style]
    .sort()
    .map((name) => `${name}:${(element as HTMLElement).style.getPropertyValue(name)}`)
    .join(';');
}

function marksKey(marks: string[]): string {
  return [...new Set(marks)].sort().join('');
}

function isPlainColumnGroup(element: Element): boolean {
  return [element, ...element.children].every((part) => part.attributes.length === 0);
}

export function isInlineElement(node: ChildNode | null): boolean {
  return (
    node instanceof Element &&
    (INLINE.has(node.localName) || node.localName === 'img' || node.localName === 'br')
  );
}

function isBlank(node: ChildNode): boolean {
  return (
    node.nodeType === Node.COMMENT_NODE ||
    (node.nodeType === Node.TEXT_NODE && /^[ \t\r\n\f]*$/.test(node.textContent ?? ''))
  );
}
