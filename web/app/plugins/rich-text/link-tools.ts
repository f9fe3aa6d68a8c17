/** Finds the addresses in what is typed and pasted: TipTap's, beside the mark that texts have from the start. See links.ts. */
import type { Editor, PasteRule } from '@tiptap/core';
import { Link } from '@tiptap/extension-link';
import type { Plugin } from '@tiptap/pm/state';
import { isSafeAddress } from './addresses.ts';
import { partOf } from './late-tools.ts';

const tools = Link.configure({
  openOnClick: false,
  defaultProtocol: 'https',
  isAllowedUri: (address) => isSafeAddress(address),
});

export const pluginsFor = (editor: Editor): Plugin[] => partOf(tools, 'addProseMirrorPlugins', editor);

export const pasteRulesFor = (editor: Editor): PasteRule[] => partOf(tools, 'addPasteRules', editor);
