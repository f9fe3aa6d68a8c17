import { waitFor } from '@testing-library/react';
import { Editor } from '@tiptap/core';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { schemaExtensions } from './extensions.ts';
import { htmlFromDocument } from './html.ts';

vi.hoisted(() => {
  window.requestIdleCallback = (work) => Number(setTimeout(work));
});

let text: Editor;

function open(content: string) {
  text = new Editor({ extensions: schemaExtensions, content, injectCSS: false });
}

afterEach(() => text.destroy());
afterAll(() => Reflect.deleteProperty(window, 'requestIdleCallback'));

const html = () => htmlFromDocument(text.state.doc);

function type(words: string) {
  for (const letter of words) text.view.dispatch(text.state.tr.insertText(letter));
}

function paste(words: string) {
  const clipboardData = {
    files: [],
    types: ['text/plain'],
    getData: (type: string) => (type === 'text/plain' || type === 'Text' ? words : ''),
  };
  const event = Object.assign(new Event('paste', { bubbles: true, cancelable: true }), { clipboardData });
  text.view.dom.dispatchEvent(event);
}

/** What finds addresses comes a moment after the text. */
const soon = (work: () => void) => waitFor(work);

it('makes a link of an address that is typed, once a blank follows', async () => {
  await soon(() => {
    open('<p></p>');
    type('See e.org/a now');
    expect(html()).toBe('<p>See <a href="https://e.org/a">e.org/a</a> now</p>');
  });
});

it('goes on in a text that was open before', async () => {
  vi.resetModules();
  const { schemaExtensions: anew } = await import('./extensions.ts');
  text = new Editor({ extensions: anew, content: '<p></p>', injectCSS: false });
  type('See e.org/a now');
  expect(html()).toBe('<p>See e.org/a now</p>');
  await soon(() => {
    text.commands.clearContent();
    type('See e.org/b now');
    expect(html()).toBe('<p>See <a href="https://e.org/b">e.org/b</a> now</p>');
  });
});

it('makes links of addresses in what is pasted, and of words that one is pasted over', async () => {
  await soon(() => {
    open('<p></p>');
    paste('From https://e.org/a on');
    expect(html()).toBe('<p>From <a href="https://e.org/a">https://e.org/a</a> on</p>');
  });
  open('<p>word</p>');
  text.commands.selectAll();
  paste('https://e.org/b');
  expect(html()).toBe('<p><a href="https://e.org/b">word</a></p>');
});

it('knows no address that could run something', () => {
  open('<p><a href="javascript:alert(1)">One</a></p>');
  expect(html()).toBe('<p>One</p>');
  text.commands.selectAll();
  expect(text.commands.setLink({ href: 'java\nscript:alert(1)' })).toBe(false);
  expect(html()).toBe('<p>One</p>');
  expect(text.commands.setLink({ href: '/about' })).toBe(true);
  expect(html()).toBe('<p><a href="/about">One</a></p>');
});
