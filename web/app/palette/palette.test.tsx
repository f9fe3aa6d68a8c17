import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderPiece } from '../testing/screen.tsx';
import { Palette } from './palette.tsx';

it('keeps what is typed before its field has the keyboard, and leaves the rest to the field', async () => {
  const onQuery = vi.fn();
  renderPiece(
    <Palette
      opened
      onClose={vi.fn()}
      label="Search"
      query="a"
      onQuery={onQuery}
      groups={[]}
      isSearching={false}
    />,
  );
  fireEvent.keyDown(document.body, { key: 'b' });
  expect(onQuery.mock.calls).toEqual([['ab']]);
  const field = await screen.findByRole('textbox', { name: 'Search' });
  await waitFor(() => expect(document.activeElement).toBe(field));
  fireEvent.keyDown(field, { key: 'c' });
  expect(onQuery.mock.calls).toEqual([['ab']]);
});
