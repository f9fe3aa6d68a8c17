/**
 * Attributes that rich text carries along without having a tool for them (classes, languages, anchors, a
 * list's start), so that opening a text and saving it loses none of them.
 */
import { Extension } from '@tiptap/core';
import { ALIGN_CLASS } from './align.ts';

/** Attributes that a node or mark of the schema reads and writes itself. */
const OWN: Record<string, readonly string[]> = {
  A: ['href', 'target', 'rel', 'class', 'title'],
  IMG: ['src', 'alt', 'title', 'width', 'height'],
  TD: ['colspan', 'rowspan', 'colwidth', 'align'],
  TH: ['colspan', 'rowspan', 'colwidth', 'align'],
  OL: ['start', 'type'],
};

const KEPT = new Set(
  (
    'abbr align alt border cellpadding cellspacing cite class color datetime dir face headers height href hreflang ' +
    'lang loading name open rel reversed role scope size sizes span src srcset start summary target title type ' +
    'valign value width'
  ).split(' '),
);

function isKept(name: string): boolean {
  return (
    KEPT.has(name) || name.startsWith('aria-') || (name.startsWith('data-') && !name.startsWith('data-pw-'))
  );
}

function styleWithoutAlignment(element: HTMLElement): string {
  const style = element.ownerDocument.createElement('span').style;
  style.cssText = element.style.cssText;
  style.removeProperty('text-align');
  return style.cssText;
}

function withoutAlignmentClass(element: HTMLElement): string {
  const isAligned = /^(P|H[1-6])$/.test(element.tagName);
  return [...element.classList].filter((name) => !(isAligned && ALIGN_CLASS.test(name))).join(' ');
}

/** What is kept of an element beyond what the schema reads itself; null when that is nothing. */
export function keptAttributes(element: HTMLElement): Record<string, string> | null {
  const own = OWN[element.tagName] ?? [];
  const kept: Record<string, string> = {};
  for (const { name, value } of element.attributes) {
    if (isKept(name) && !own.includes(name))
      kept[name] = name === 'class' ? withoutAlignmentClass(element) : value;
  }
  if (kept.class === '') delete kept.class;
  const style = styleWithoutAlignment(element);
  if (style) kept.style = style;
  return Object.keys(kept).length > 0 ? kept : null;
}

const BLOCKS = [
  'paragraph',
  'heading',
  'bulletList',
  'orderedList',
  'listItem',
  'blockquote',
  'codeBlock',
  'verse',
  'horizontalRule',
  'table',
  'tableRow',
  'tableCell',
  'tableHeader',
  'container',
  'line',
  'image',
];
const MARKS = ['bold', 'italic', 'underline', 'strike', 'code', 'link', 'inlineTag'];

/** Puts the kept attributes on everything in the schema. An anchor's id stays with the first half when a block is split. */
export const KeptAttributes = Extension.create({
  name: 'keptAttributes',
  addGlobalAttributes() {
    return [
      {
        types: [...BLOCKS, ...MARKS],
        attributes: {
          kept: {
            default: null,
            parseHTML: keptAttributes,
            renderHTML: (attributes) => attributes.kept ?? {},
          },
        },
      },
      {
        types: BLOCKS,
        attributes: {
          anchor: {
            default: null,
            keepOnSplit: false,
            parseHTML: (element) => element.getAttribute('id'),
            renderHTML: (attributes) => (attributes.anchor ? { id: attributes.anchor } : {}),
          },
        },
      },
    ];
  },
});
