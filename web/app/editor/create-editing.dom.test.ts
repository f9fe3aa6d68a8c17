import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { commitBeforeSaves } from '../fields/pending.ts';
import type { Frame } from './canvas/frame.ts';
import type { Editing } from './context.tsx';
import { createEditing } from './create-editing.ts';
import { samplePage } from './sample-page.ts';

const nothing = () => undefined;
let frame: Frame;
let waiting: FrameRequestCallback[];

beforeEach(() => {
  waiting = [];
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => waiting.push(callback));
  const element = document.body.appendChild(document.createElement('iframe'));
  const { contentWindow: window, contentDocument: inside } = element;
  if (!window || !inside) throw new Error('The frame has no document.');
  // jsdom has no layout to scroll.
  Object.assign(inside.defaultView?.Element.prototype ?? {}, { scrollIntoView: nothing });
  inside.body.innerHTML =
    '<main><div data-node="three" tabindex="-1"><p contenteditable="true" tabindex="0">Text</p></div></main>';
  frame = { element, window, document: inside, address: '/sample', page: inside.body };
});

afterEach(() => {
  frame.element.remove();
  vi.unstubAllGlobals();
});

/** The editor with a text that has been left by Escape a moment ago. */
function leftText() {
  const editing = createEditing({ goTo: nothing, onSaved: nothing, onLost: nothing });
  editing.editor.open(samplePage());
  editing.frame.setState({ frame });
  editing.editor.setMode({ name: 'edit' });
  editing.focusNode('three');
  return editing;
}

/** The browser draws what has changed. */
function draw(): void {
  for (const callback of waiting) callback(0);
}

it('gives a node that is selected the keyboard', () => {
  leftText();
  draw();
  expect(frame.document.activeElement).toBe(frame.page.querySelector('[data-node]'));
});

it('leaves the keyboard in a text that was entered meanwhile', () => {
  const { editor } = leftText();
  editor.setMode({ name: 'editPlugin', nodeId: 'three' });
  const text = frame.page.querySelector('p');
  text?.focus();
  draw();
  expect(frame.document.activeElement).toBe(text);
});

it.each([
  ['by the command', ({ save }: Editing) => save()],
  ['by a retry', ({ saver }: Editing) => saver.save()],
])('saves what is typed in a field that has not been left, %s', async (_, saveNow) => {
  const editing = leftText();
  const { editor, saver } = editing;
  const ends = commitBeforeSaves(() => {
    editor.change('Write', [
      { name: 'PLUGIN_UPDATE', pluginId: 'p-one', fields: { content: '<p>typed</p>' } },
    ]);
  });
  const saving = saveNow(editing);
  expect(saver.status.getState().status.name).toBe('saving');
  ends();
  await saving;
});
