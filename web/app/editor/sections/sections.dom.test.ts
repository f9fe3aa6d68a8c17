import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { wordsOf } from '#words/i18n.ts';
import { documentFromHtml, htmlFromDocument } from '../../plugins/rich-text/html.ts';
import { loadParts } from '../canvas/plugin-parts.ts';
import type { CommandContext } from '../commands/command.ts';
import { findSections } from '../panels/offers.ts';
import { placeOf } from '../places/places.ts';
import { samplePage } from '../sample-page.ts';
import { createChromeStore } from '../store/chrome-store.ts';
import { createEditorStore, type EditorStore } from '../store/editor-store.ts';
import { createViewAsStore } from '../view-as/view-as-store.ts';
import { addSection } from './add-section.ts';
import { placeForSection } from './insert-section.ts';
import type { SectionRow } from './section-rows.ts';
import { SECTIONS, type Section } from './sections.ts';

let editor: EditorStore;
let context: CommandContext;

beforeEach(() => {
  editor = createEditorStore();
  editor.open(samplePage());
  editor.setMode({ name: 'edit' });
  context = {
    editor,
    chrome: createChromeStore(),
    viewAs: createViewAsStore(),
    save: () => Promise.resolve(),
    startEditing: { current: () => Promise.resolve() },
    focusNode: () => {},
    reveal: () => {},
  };
});

const page = () => editor.get().page?.page as NonNullable<ReturnType<typeof samplePage>>['page'];
const each = SECTIONS.map((section) => [section.name, section] as const);

function textsIn({ columns }: SectionRow): string[] {
  return columns.flatMap(({ content }) =>
    content.flatMap((part) =>
      'ref' in part ? Object.values(part.fields).filter((value) => /^</.test(String(value))) : textsIn(part),
    ),
  ) as string[];
}

describe.each(each)('the section %s', (_name, section: Section) => {
  it('is one step, whole, with the caret in its first text', async () => {
    const before = page();
    await addSection(context, section);
    const added = placeOf(page(), 'own')?.children.at(-1);
    expect(added?.node.type).toBe('row');
    const { mode } = editor.get();
    expect(mode.name).toBe('editPlugin');
    const first = 'nodeId' in mode ? placeOf(page(), mode.nodeId) : undefined;
    expect(first?.node.type).toBe('plugin');
    expect(page().nodeFields[added?.node.id ?? '']?.site).toMatchObject({ width: 'full' });
    editor.undo();
    expect(page().blocks).toEqual(before.blocks);
    expect(page().nodeFields).toEqual(before.nodeFields);
    editor.redo();
    expect(placeOf(page(), 'own')?.children.at(-1)?.node.id).toBe(added?.node.id);
  });

  it('has texts that the editor can hold', () => {
    for (const html of textsIn(section.row(wordsOf('en'))))
      expect(htmlFromDocument(documentFromHtml(html))).toBe(html);
  });
});

describe('on a German site', () => {
  beforeEach(() => loadParts([], 'de'));
  afterEach(() => loadParts([], 'en'));

  it.each(each)('the section %s has German words', async (_name, section) => {
    await addSection(context, section);
    const english = textsIn(section.row(wordsOf('en')));
    const german = textsIn(section.row(wordsOf('de')));
    const isPicture = (html: string) => /^<p><img[^>]+><\/p>$/.test(html);
    expect(german.filter((html) => english.includes(html) && !isPicture(html))).toEqual([]);
    const shown = Object.values(editor.get().page?.plugins ?? {}).flatMap(({ fields }) =>
      Object.values(fields),
    );
    expect(shown).toEqual(expect.arrayContaining(german));
    for (const html of german) expect(htmlFromDocument(documentFromHtml(html))).toBe(html);
  });
});

describe('where a section goes', () => {
  it('is after the page’s own row, however deep the selection is', async () => {
    const [features] = findSections('cards');
    await addSection(context, features as Section);
    const { mode } = editor.get();
    const band = placeOf(page(), 'own')?.children.at(-1);
    expect(placeForSection(page(), 'nodeId' in mode ? mode.nodeId : '')).toEqual({
      parentId: 'own',
      index: (band?.index ?? 0) + 1,
    });
  });

  it('is the end of the page’s own column where the selection is in a shared band', () => {
    const count = placeOf(page(), 'own')?.children.length;
    expect(placeForSection(page(), 'menu')).toEqual({ parentId: 'own', index: count });
  });
});
