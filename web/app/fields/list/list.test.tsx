import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { renderPiece } from '../../testing/screen.tsx';
import { useToasts } from '../../ui/toast.ts';
import type { FieldDefinition } from '../types.ts';
import ListField from './input.tsx';

const definition = {
  type: 'list',
  label: 'Boats',
  maxItems: 4,
  item: { name: { type: 'text', label: 'Name' } },
} as unknown as FieldDefinition & { type: 'list' };

let added: Record<string, unknown>[] = [];

function show(names: string[]) {
  function Held() {
    const [value, setValue] = useState<unknown>(names.map((name) => ({ name })));
    const adding = { label: 'Add boats', icon: null, take: async () => added };
    return <ListField definition={definition} value={value} onChange={setValue} adding={adding} />;
  }
  const { container, ...rest } = renderPiece(
    <main>
      <Held />
    </main>,
  );
  const items = () => [...container.querySelectorAll('[data-item]')];
  return { ...rest, items };
}

const names = () => screen.getAllByRole<HTMLInputElement>('textbox').map(({ value }) => value);
const dataTransfer = { setData: () => undefined, setDragImage: () => undefined, effectAllowed: '' };

it('moves an item to where it is dropped, and nothing that comes from elsewhere', () => {
  const { items } = show(['a', 'b', 'c']);
  fireEvent.drop(items()[2] as Element, { dataTransfer });
  expect(names()).toEqual(['a', 'b', 'c']);
  const handle = items()[0]?.querySelector('[draggable]') as Element;
  fireEvent.dragStart(handle, { dataTransfer });
  fireEvent.dragOver(items()[2] as Element, { dataTransfer });
  expect(items()[2]?.getAttribute('data-over')).toBe('after');
  fireEvent.drop(items()[2] as Element, { dataTransfer });
  expect(names()).toEqual(['b', 'c', 'a']);
  expect(items().some((item) => item.hasAttribute('data-over'))).toBe(false);
  fireEvent.drop(items()[0] as Element, { dataTransfer });
  expect(names()).toEqual(['b', 'c', 'a']);
});

it('adds several at once, as many as there is room for, and none where none was chosen', async () => {
  const { user } = show(['a', 'b']);
  added = [];
  await user.click(screen.getByRole('button', { name: 'Add boats' }));
  expect(names()).toEqual(['a', 'b']);
  added = ['c', 'd', 'e'].map((name) => ({ name }));
  await user.click(screen.getByRole('button', { name: 'Add boats' }));
  await waitFor(() => expect(names()).toEqual(['a', 'b', 'c', 'd']));
  expect(useToasts.getState().toasts.map(({ message }) => message)).toEqual([
    'The list is full: 1 was not added.',
  ]);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add boats' }).disabled).toBe(true);
});

it('calls its items and the button as it is told, and an item without a name by its place', async () => {
  const value = [{ name: 'Ada' }, { name: '' }];
  renderPiece(
    <main>
      <ListField
        definition={definition}
        value={value}
        onChange={() => undefined}
        nameOf={({ name }) => name as string}
        addLabel="Add boat"
      />
    </main>,
  );
  const buttons = screen
    .getAllByRole('button')
    .map((button) => button.getAttribute('aria-label') ?? button.textContent);
  expect(buttons).toEqual([
    'Move “Ada” up',
    'Move “Ada” down',
    'Remove “Ada”',
    'Move item 2 up',
    'Move item 2 down',
    'Remove item 2',
    'Add boat',
  ]);
});
