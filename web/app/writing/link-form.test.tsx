import { fireEvent, screen } from '@testing-library/react';
import { Editor } from '@tiptap/core';
import { afterEach, expect, it, vi } from 'vitest';
import { schemaExtensions } from '../plugins/rich-text/extensions.ts';
import { answerCalls, renderScreen } from '../testing/screen.tsx';
import { LinkForm } from './link-form.tsx';

afterEach(() => vi.unstubAllGlobals());

it('makes a link by Enter, and does not send the form that it stands in', async () => {
  answerCalls(() => ({ body: { results: [], total: 0, start: 0, limit: 6 } }));
  const text = new Editor({ extensions: schemaExtensions, content: '<p>Sizes</p>' });
  text.commands.selectAll();
  const [send, close] = [vi.fn(), vi.fn()];
  const Component = () => (
    <form onSubmit={send}>
      <LinkForm text={text} close={close} />
    </form>
  );
  const { user } = renderScreen([{ path: '/', Component }], '/');
  const address = await screen.findByRole('combobox');
  await user.type(address, '/sizes');
  fireEvent.keyDown(address, { key: 'Enter' });
  await user.type(address, '{Enter}');
  expect(text.getHTML()).toContain('href="/sizes"');
  expect(close).toHaveBeenCalled();
  expect(send).not.toHaveBeenCalled();
  text.destroy();
});
