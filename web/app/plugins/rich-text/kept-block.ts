/**
 * A part of a text that the schema cannot hold without losing something. It is shown as it is, can be selected,
 * moved and removed, and goes back into the HTML letter for letter.
 */
import { Node } from '@tiptap/core';

/**
 * Where html.ts puts the part's HTML for the parser to find. What stands there is shown as it is, so it may come from
 * the server alone: the name is another one each time the editor is loaded, and nothing that is pasted can bear it.
 */
export const KEPT_HTML = `data-pw-kept-html-${crypto.getRandomValues(new Uint32Array(4)).join('-')}`;

export const KeptBlock = Node.create({
  name: 'keptBlock',
  group: 'block',
  atom: true,
  selectable: true,
  draggable: true,
  addAttributes() {
    return {
      html: {
        default: '',
        parseHTML: (element) => element.getAttribute(KEPT_HTML),
        renderHTML: (attributes) => ({ [KEPT_HTML]: attributes.html }),
      },
    };
  },
  parseHTML() {
    return [{ tag: `div[${KEPT_HTML}]`, priority: 100 }];
  },
  renderHTML({ HTMLAttributes }) {
    return ['div', HTMLAttributes];
  },
  addNodeView() {
    return ({ node, view }) => {
      const dom = view.dom.ownerDocument.createElement('div');
      dom.setAttribute('data-pw-kept', '');
      dom.contentEditable = 'false';
      // Came from the server, which lets nothing through that runs.
      dom.innerHTML = node.attrs.html;
      return { dom };
    };
  },
});
