/**
 * Cleans what is pasted: structure and emphasis stay, other programs' looks, ids and leftovers go. What comes
 * from this editor is left as it is, but for kept blocks, whose HTML only the server may give.
 */
import { Slice } from '@tiptap/pm/model';
import type { EditorView } from '@tiptap/pm/view';
import { isSafeAddress, isSafeImageAddress } from './addresses.ts';
import { KEPT_HTML } from './kept-block.ts';

/** What stays of an element's attributes, by tag. */
const ATTRIBUTES: Record<string, readonly string[]> = {
  a: ['href', 'title', 'hreflang'],
  img: ['src', 'alt', 'title', 'width', 'height'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan', 'scope'],
  ol: ['start', 'type', 'reversed'],
  abbr: ['title'],
  time: ['datetime'],
  blockquote: ['cite'],
  q: ['cite'],
};
const EVERYWHERE = ['lang', 'dir'];
const REMOVED =
  'script, style, meta, link, title, head, template, object, embed, iframe, form, input, button, select, textarea, svg, o\\:p, xml';

/** Which images of a paste are not the site's own: their addresses, each once. */
export function foreignImages(html: string): string[] {
  const { body } = new window.DOMParser().parseFromString(html, 'text/html');
  const addresses = [...body.querySelectorAll('img[src]')].map((image) => image.getAttribute('src') ?? '');
  const isForeign = (address: string) => new URL(address, location.href).origin !== location.origin;
  return [...new Set(addresses)].filter(
    (address) => URL.canParse(address, location.href) && isForeign(address),
  );
}

/** Whether the page of this text has a main heading, but for one that the paste replaces. */
export function hasMainHeading({ dom, state }: EditorView): boolean {
  const { from, to } = state.selection;
  let isInText = false;
  state.doc.descendants((node, position) => {
    const isReplaced = from <= position + 1 && to >= position + node.nodeSize - 1 && from < to;
    if (node.type.name === 'heading' && node.attrs.level === 1 && !isReplaced) isInText = true;
  });
  const elsewhere = [...(dom.closest('#page')?.querySelectorAll('h1') ?? [])];
  return isInText || elsewhere.some((heading) => !dom.contains(heading));
}

/** A heading that is followed by more stays one: put into a line, only its words would be left. */
export function withFirstHeading(slice: Slice): Slice {
  const { content, openStart, openEnd } = slice;
  const isHeading = content.firstChild?.type.name === 'heading' && content.childCount > 1;
  return isHeading && openStart > 0 ? new Slice(content, 0, openEnd) : slice;
}

/**
 * Where the page `hasMain` already, its one main heading, those of the paste become headings below it. `take` gives the
 * address that an image gets which nobody else can load; those without one go.
 */
export function cleanPaste(
  html: string,
  hasMain = false,
  take?: (address: string) => string | undefined,
): string {
  const { body } = new window.DOMParser().parseFromString(html, 'text/html');
  for (const element of body.querySelectorAll(`[${KEPT_HTML}]`)) element.removeAttribute(KEPT_HTML);
  for (const image of body.querySelectorAll('img[src]')) takeImage(image, take);
  const isOwn = body.querySelector('[data-pm-slice]') !== null;
  if (!isOwn) {
    for (const element of body.querySelectorAll(REMOVED)) element.remove();
    makeWordLists(body);
    for (const element of [...body.querySelectorAll<HTMLElement>('*')]) tidy(element);
  }
  const headings = [...body.querySelectorAll('h1')];
  for (const heading of hasMain ? headings : headings.slice(1)) lower(heading);
  // Not parsed again before ProseMirror does: what an attribute says could become an element by that.
  return body.innerHTML;
}

function takeImage(image: Element, take?: (address: string) => string | undefined): void {
  const address = image.getAttribute('src') ?? '';
  const own = ownPath(address);
  if (own !== undefined) image.setAttribute('src', own);
  const taken = isSafeImageAddress(address) ? undefined : take?.(address);
  if (taken) image.setAttribute('src', taken);
}

/**
 * The path of an image of this site that is named with the host, as browsers do where they copy it: by its path alone
 * the library knows it, and judges who sees it.
 */
function ownPath(address: string): string | undefined {
  if (!/^\s*(https?:)?\/\//i.test(address) || !URL.canParse(address, location.href)) return undefined;
  const { origin, pathname, search, hash } = new URL(address, location.href);
  return origin === location.origin ? `${pathname}${search}${hash}` : undefined;
}

function lower(heading: HTMLHeadingElement): void {
  const below = heading.ownerDocument.createElement('h2');
  for (const { name, value } of heading.attributes) below.setAttribute(name, value);
  below.append(...heading.childNodes);
  heading.replaceWith(below);
}

function tidy(element: HTMLElement): void {
  const align = ['center', 'right'].find(
    (value) => element.style.textAlign === value || element.classList.contains(`has-text-align-${value}`),
  );
  const shown = emphasisOf(element);
  const allowed = [...EVERYWHERE, ...(ATTRIBUTES[element.localName] ?? [])];
  for (const { name } of [...element.attributes]) if (!allowed.includes(name)) element.removeAttribute(name);
  if (align && /^(p|h[1-6])$/.test(element.localName)) element.className = `align-${align}`;
  for (const name of ['href', 'src'])
    if (!isSafeAddress(element.getAttribute(name) ?? '')) element.removeAttribute(name);
  if (element.localName === 'img' && !element.getAttribute('src')) element.remove();
  else if (isWrapper(element, shown)) element.replaceWith(...emphasised(element, shown));
}

/** Emphasis that other programs write as styles on spans. */
function emphasisOf(element: HTMLElement): string[] {
  if (element.localName !== 'span') return [];
  const { fontWeight, fontStyle, textDecorationLine, textDecoration, verticalAlign } = element.style;
  const line = textDecorationLine || textDecoration;
  return [
    fontWeight === 'bold' || Number(fontWeight) >= 600 ? 'strong' : '',
    fontStyle === 'italic' ? 'em' : '',
    line.includes('underline') ? 'u' : '',
    line.includes('line-through') ? 's' : '',
    verticalAlign === 'super' ? 'sup' : '',
    verticalAlign === 'sub' ? 'sub' : '',
  ].filter((tag) => tag !== '');
}

/** Spans, fonts, and the `<b>` that Google Docs puts around everything, say nothing themselves. */
function isWrapper(element: HTMLElement, shown: string[]): boolean {
  if (element.localName === 'b')
    return [...element.children].some((child) => /^(p|ul|ol|h[1-6]|table|div)$/.test(child.localName));
  if (element.localName === 'font') return true;
  return element.localName === 'span' && (shown.length > 0 || element.attributes.length === 0);
}

function emphasised(element: HTMLElement, tags: string[]): ChildNode[] {
  let content = [...element.childNodes];
  for (const tag of tags) {
    const wrapper = element.ownerDocument.createElement(tag);
    wrapper.append(...content);
    content = [wrapper];
  }
  return content;
}

/** Word writes lists as paragraphs with their level in a style and the bullet as text. */
function makeWordLists(body: HTMLElement): void {
  let open: HTMLElement[] = [];
  for (const paragraph of [...body.querySelectorAll<HTMLElement>('p')]) {
    const level = Number(/mso-list:[^;]*level(\d+)/.exec(paragraph.getAttribute('style') ?? '')?.[1] ?? 0);
    const follows = open.length > 0 && paragraph.previousElementSibling === open[0];
    if (!follows) open = [];
    if (level === 0) {
      open = [];
      continue;
    }
    const marker = takeMarker(paragraph);
    open = openTo(open, Math.min(level, open.length + 1), /^\w+[.)]/.test(marker) ? 'ol' : 'ul', paragraph);
    const item = body.ownerDocument.createElement('li');
    item.append(...paragraph.childNodes);
    open.at(-1)?.append(item);
    paragraph.remove();
  }
}

function takeMarker(paragraph: HTMLElement): string {
  const marker = paragraph.querySelector('[style*="mso-list:Ignore"], [style*="mso-list: Ignore"]');
  const text = marker?.textContent?.trim() ?? '';
  marker?.remove();
  return text;
}

function openTo(open: HTMLElement[], level: number, tag: 'ul' | 'ol', paragraph: HTMLElement): HTMLElement[] {
  const present = open[level - 1];
  if (present?.localName === tag) return open.slice(0, level);
  // Numbers after bullets are another list.
  if (present) return openTo(open.slice(0, level - 1), level, tag, paragraph);
  const list = paragraph.ownerDocument.createElement(tag);
  const parent = open.at(-1);
  if (parent) (parent.lastElementChild ?? parent).append(list);
  else paragraph.before(list);
  return [...open, list];
}
