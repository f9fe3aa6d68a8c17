/**
 * Rich text's way in and out: stored HTML to a document of the schema and back, losing nothing. What the schema
 * cannot hold becomes a `keptBlock`.
 */
import { getSchema } from '@tiptap/core';
import { DOMParser, DOMSerializer, type Node as DocumentNode, type Schema } from '@tiptap/pm/model';
import { schemaExtensions } from './extensions.ts';
import { KEPT_HTML } from './kept-block.ts';
import { hasSameContent, isInlineElement } from './same-content.ts';

/** Elements that are gone into when one of their children cannot be held, instead of being kept whole. */
const OPENABLE = 'div, section, article, aside, header, footer, main, nav';

let defaultSchema: Schema | undefined;

/** The schema alone, for use without an editor. */
export function richTextSchema(): Schema {
  defaultSchema ??= getSchema(schemaExtensions);
  return defaultSchema;
}

/** Stored HTML as a document. */
export function documentFromHtml(html: string, schema: Schema = richTextSchema()): DocumentNode {
  const body = bodyOf(html);
  if (body.childNodes.length > 0 && !survives(body, schema)) {
    for (const element of [...body.children]) protect(element, schema);
    // Bare text between blocks, or something that only fails in company: then all of it is kept as it is.
    if (!survives(body, schema)) body.replaceChildren(keptPlace(body.ownerDocument, restored(body)));
  }
  return parse(body, schema);
}

/** A document as the HTML that is stored: without the traces of editing. An empty document is an empty string. */
export function htmlFromDocument(doc: DocumentNode): string {
  const isEmpty =
    doc.childCount === 1 && doc.firstChild?.type.name === 'paragraph' && doc.firstChild.childCount === 0;
  return isEmpty ? '' : serialised(doc);
}

function serialised(doc: DocumentNode): string {
  const root = document.implementation.createHTMLDocument('').body;
  root.append(
    DOMSerializer.fromSchema(doc.type.schema).serializeFragment(doc.content, {
      document: root.ownerDocument,
    }),
  );
  shutDetails(root);
  unwrapTightParagraphs(root);
  gatherTableHeads(root);
  // Last, because nothing of theirs may be touched.
  putKeptBlocksBack(root);
  return root.innerHTML;
}

function bodyOf(html: string): HTMLElement {
  const { body } = new window.DOMParser().parseFromString(`<body>${html}</body>`, 'text/html');
  for (const comment of commentsIn(body)) comment.remove();
  body.normalize();
  for (const child of body.childNodes) if (child instanceof Text) trimBesideBlocks(child);
  return body;
}

function commentsIn(body: HTMLElement): ChildNode[] {
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_COMMENT);
  const found: ChildNode[] = [];
  while (walker.nextNode()) found.push(walker.currentNode as Comment);
  return found;
}

/** Bare text begins and ends where it is seen to: a paragraph made of it must not begin with a blank. */
function trimBesideBlocks(text: Text): void {
  if (!isInlineElement(text.previousSibling)) text.data = text.data.replace(/^[ \t\r\n\f]+/, '');
  if (!isInlineElement(text.nextSibling)) text.data = text.data.replace(/[ \t\r\n\f]+$/, '');
}

function parse(body: HTMLElement, schema: Schema): DocumentNode {
  return DOMParser.fromSchema(schema).parse(body);
}

function survives(body: HTMLElement, schema: Schema): boolean {
  return hasSameContent(body, bodyOf(serialised(parse(body, schema))), KEPT_HTML);
}

/** Replaces `element`, or the parts of it that the schema cannot hold, by places for kept blocks. */
function protect(element: Element, schema: Schema): void {
  if (survives(alone(element), schema)) return;
  if (element.matches(OPENABLE)) {
    for (const child of [...element.children]) protect(child, schema);
    if (survives(alone(element), schema)) return;
  }
  element.replaceWith(keptPlace(element.ownerDocument, restored(alone(element))));
}

function alone(element: Element): HTMLElement {
  const body = document.implementation.createHTMLDocument('').body;
  body.append(body.ownerDocument.importNode(element, true));
  return body;
}

function keptPlace(owner: Document, html: string): HTMLElement {
  const place = owner.createElement('div');
  place.setAttribute(KEPT_HTML, html);
  return place;
}

function restored(body: HTMLElement): string {
  putKeptBlocksBack(body);
  return body.innerHTML;
}

function putKeptBlocksBack(root: HTMLElement): void {
  for (const place of root.querySelectorAll(`div[${KEPT_HTML}]`)) {
    const template = place.ownerDocument.createElement('template');
    template.innerHTML = place.getAttribute(KEPT_HTML) ?? '';
    place.replaceWith(template.content);
  }
}

function shutDetails(root: HTMLElement): void {
  for (const details of root.querySelectorAll('[data-pw-shut]')) {
    details.removeAttribute('open');
    details.removeAttribute('data-pw-shut');
  }
}

/** `<li><p>one</p></li>` was `<li>one</li>`; two paragraphs beside each other need their tags. */
function unwrapTightParagraphs(root: HTMLElement): void {
  const tight = [...root.querySelectorAll('p[data-pw-tight]')];
  const unwrapped = tight.filter(
    (paragraph) => paragraph.parentElement !== root && !hasTightNeighbour(paragraph) && isBare(paragraph),
  );
  for (const paragraph of tight) paragraph.removeAttribute('data-pw-tight');
  for (const paragraph of unwrapped) paragraph.replaceWith(...paragraph.childNodes);
}

function hasTightNeighbour(paragraph: Element): boolean {
  const neighbours = [paragraph.previousElementSibling, paragraph.nextElementSibling];
  return neighbours.some((neighbour) => neighbour?.matches('p[data-pw-tight]'));
}

function isBare(paragraph: Element): boolean {
  return [...paragraph.attributes].every((attribute) => attribute.name === 'data-pw-tight');
}

/** Rows of header cells at the top of a table are its head. */
function gatherTableHeads(root: HTMLElement): void {
  for (const table of root.querySelectorAll('table')) {
    const rows = [...table.rows];
    const firstBodyRow = rows.findIndex((row) => [...row.cells].some((cell) => cell.tagName !== 'TH'));
    const headRows = firstBodyRow < 0 ? rows.slice(0, 1) : rows.slice(0, firstBodyRow);
    if (headRows.length === 0) continue;
    const head = root.ownerDocument.createElement('thead');
    head.append(...headRows);
    table.prepend(head);
    for (const body of table.tBodies) if (body.rows.length === 0) body.remove();
  }
}
