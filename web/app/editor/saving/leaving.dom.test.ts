import { afterEach, beforeEach, expect, it } from 'vitest';
import { samplePage } from '../sample-page.ts';
import { createEditorStore, type EditorStore } from '../store/editor-store.ts';
import { keepAtSessionEnd } from './leaving.ts';
import { write } from './testing/bench.ts';

let editor: EditorStore;

// Of nobody, as no screen opens it.
beforeEach(() => {
  editor = createEditorStore();
  editor.open(samplePage());
});
afterEach(() => sessionStorage.clear());

it("says that changes are lost which are nobody's", () => {
  expect(keepAtSessionEnd(editor, undefined)).toBe(true);
  editor.change('Write', [write('p-one', '<p>x</p>')]);
  expect(keepAtSessionEnd(editor, undefined)).toBe(false);
  expect(sessionStorage).toHaveLength(0);
});

it("gives a user who logs in no page that is nobody's", () => {
  editor.change('Write', [write('p-one', '<p>x</p>')]);
  expect(keepAtSessionEnd(editor, 'bea')).toBe(false);
  expect(editor.get().base).toBeUndefined();
});
