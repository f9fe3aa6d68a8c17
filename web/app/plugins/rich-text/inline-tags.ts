/** Inline elements that have no button of their own: abbreviations, sub- and superscripts, citations, spans. */
import { Mark } from '@tiptap/core';

const TAGS =
  'abbr acronym bdi bdo big cite data dfn font ins kbd label mark q samp small span sub sup time tt var'.split(
    ' ',
  );

export const InlineTag = Mark.create({
  name: 'inlineTag',
  // Several of them can lie on the same text.
  excludes: '',
  inclusive: false,
  addAttributes() {
    return {
      tag: { default: 'span', rendered: false, parseHTML: (element) => element.tagName.toLowerCase() },
    };
  },
  parseHTML() {
    return [
      ...TAGS.map((tag) => ({
        tag,
        // A span that says nothing is none.
        getAttrs: (element: HTMLElement) =>
          tag === 'span' && element.attributes.length === 0 ? false : null,
      })),
      {
        tag: 'a:not([href])',
        getAttrs: (element: HTMLElement) => (element.attributes.length > 0 ? null : false),
      },
    ];
  },
  renderHTML({ mark, HTMLAttributes }) {
    return [mark.attrs.tag, HTMLAttributes, 0];
  },
});
