/**
 * Links as they stand in the HTML. What makes links of typed and pasted addresses knows all endings of hosts, and is loaded
 * once the text is there.
 */
import { Mark, PasteRule } from '@tiptap/core';
import type {} from '@tiptap/extension-link';
import { afterCaret } from '../../ui/when-idle.ts';
import { isSafeAddress } from './addresses.ts';
import { createPlace } from './late-tools.ts';
import type * as LinkTools from './link-tools.ts';

let tools: typeof LinkTools | undefined;

const place = createPlace('link');

export const Link = Mark.create({
  name: 'link',
  priority: 1000,
  keepOnSplit: false,
  exitable: true,
  inclusive: true,
  addAttributes() {
    return Object.fromEntries(
      ['href', 'target', 'rel', 'class', 'title'].map((name) => [name, { default: null }]),
    );
  },
  parseHTML() {
    return [
      {
        tag: 'a[href]',
        getAttrs: (element) => {
          const href = element.getAttribute('href');
          return href && isSafeAddress(href) ? null : false;
        },
      },
    ];
  },
  renderHTML({ HTMLAttributes }) {
    const isSafe = isSafeAddress(HTMLAttributes.href ?? '');
    // In the order that texts have been stored with: another would count as a change.
    const { target, rel, class: classes, ...others } = HTMLAttributes;
    return ['a', { target, rel, class: classes, ...others, ...(isSafe ? {} : { href: '' }) }, 0];
  },
  addCommands() {
    const { name } = this;
    return {
      setLink:
        (attributes) =>
        ({ chain }) =>
          isSafeAddress(attributes.href) &&
          chain().setMark(name, attributes).setMeta('preventAutolink', true).run(),
      unsetLink:
        () =>
        ({ chain }) =>
          chain().unsetMark(name, { extendEmptyMarkRange: true }).setMeta('preventAutolink', true).run(),
    };
  },
  addPasteRules() {
    const { editor } = this;
    const rule = () => tools?.pasteRulesFor(editor)[0];
    return [
      new PasteRule({
        find: (text, event) => {
          const find = rule()?.find;
          return typeof find === 'function' ? find(text, event) : undefined;
        },
        handler: (props) => rule()?.handler(props),
      }),
    ];
  },
  addProseMirrorPlugins() {
    return tools?.pluginsFor(this.editor) ?? place.plugins();
  },
  onCreate() {
    const { editor } = this;
    if (!place.isFree(editor)) return;
    afterCaret(async () => {
      // Without it addresses stay words; the next text tries again.
      tools ??= await import('./link-tools.ts').catch(() => undefined);
      if (tools) place.fill(editor, tools.pluginsFor);
    });
  },
});
