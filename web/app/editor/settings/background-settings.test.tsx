import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { FileRecord } from '../../api/files.ts';
import { answerPicking, usePickings } from '../../media/picker/pick-files.ts';
import { clearClaims, storeClaims } from '../../session/session-store.ts';
import { claimsWith, renderPiece } from '../../testing/screen.tsx';
import { EditingContext } from '../context.tsx';
import { createEditing } from '../create-editing.ts';
import { samplePage } from '../sample-page.ts';
import { BackgroundSettings } from './background-settings.tsx';

afterEach(clearClaims);

function show(change = vi.fn()) {
  const page = samplePage();
  const editing = createEditing({ goTo: vi.fn() } as never);
  editing.editor.open(page);
  const fields = { site: { background: { backgroundColour: '#112233' } } } as never;
  return {
    change,
    ...renderPiece(
      <EditingContext value={editing}>
        <BackgroundSettings page={page.page} nodeId="three" level="page" fields={fields} change={change} />
      </EditingContext>,
    ),
  };
}

it('takes its image from the library', async () => {
  storeClaims(claimsWith('editor'));
  const { user, change } = show();
  await user.click(screen.getByRole('button', { name: 'Choose an image' }));
  const [asked] = usePickings.getState().asked;
  expect(asked?.types).toEqual(['image']);
  answerPicking(asked?.id ?? 0, [{ path: { uri: '/files/market%20stall.jpg' } } as FileRecord]);
  await waitFor(() =>
    expect(change.mock.calls[0]?.[0]).toMatchObject({
      name: 'NODE_SET_BACKGROUND',
      background: { backgroundImage: '/files/market%20stall.jpg' },
    }),
  );
});

it('offers no library to somebody who may not use it', () => {
  storeClaims(claimsWith('ecom:write'));
  show();
  expect(screen.queryByRole('button', { name: 'Choose an image' })).toBeNull();
});
