import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderPiece } from '../../testing/screen.tsx';
import { EditingContext } from '../context.tsx';
import { createEditing } from '../create-editing.ts';
import { samplePage } from '../sample-page.ts';
import { useShortcuts } from './use-frame-events.ts';

function Bar() {
  useShortcuts();
  return (
    <>
      <button type="button">Undo</button>
      <input aria-label="Search" />
    </>
  );
}

function show(mode: 'view' | 'edit') {
  const editing = createEditing({ goTo: vi.fn() } as never);
  editing.editor.open(samplePage());
  editing.editor.setMode({ name: mode });
  renderPiece(
    <EditingContext value={editing}>
      <Bar />
    </EditingContext>,
  );
}

/** Whether the browser would do what it does with Ctrl+A. */
const selectsAll = (target: Element) => fireEvent.keyDown(target, { key: 'a', ctrlKey: true });

it('selects nothing of the interface with Ctrl+A', () => {
  show('edit');
  expect(selectsAll(document.body)).toBe(false);
  expect(selectsAll(screen.getByRole('button', { name: 'Undo' }))).toBe(false);
});

it('leaves Ctrl+A to fields, and to the page while it is viewed', () => {
  show('view');
  expect(selectsAll(screen.getByRole('textbox', { name: 'Search' }))).toBe(true);
  expect(selectsAll(document.body)).toBe(true);
});
