import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import type { FileRecord } from '../../api/files.ts';
import { answerPicking, usePickings } from '../../media/picker/pick-files.ts';
import type { NodeFields } from '../../page/types.ts';
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
  let recolour: (colour: string) => void = () => undefined;
  function Settings() {
    const [backgroundColour, setColour] = useState('#112233');
    recolour = setColour;
    const fields: NodeFields = { backgroundColour };
    return (
      <BackgroundSettings page={page.page} nodeId="three" level="page" fields={fields} change={change} />
    );
  }
  const shown = renderPiece(
    <EditingContext value={editing}>
      <Settings />
    </EditingContext>,
  );
  return { change, recolour: (colour: string) => act(() => recolour(colour)), ...shown };
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

it('leaves the rest of the background as it is by the time that an image is chosen', async () => {
  storeClaims(claimsWith('editor'));
  const { user, change, recolour } = show();
  await user.click(screen.getByRole('button', { name: 'Choose an image' }));
  recolour('#445566');
  answerPicking(usePickings.getState().asked[0]?.id ?? 0, [{ path: { uri: '/files/a.jpg' } } as FileRecord]);
  await waitFor(() =>
    expect(change.mock.calls[0]?.[0]).toMatchObject({
      background: { backgroundColour: '#445566', backgroundImage: '/files/a.jpg' },
    }),
  );
});

it('offers no library to somebody who may not use it', () => {
  storeClaims(claimsWith('ecom:write'));
  show();
  expect(screen.queryByRole('button', { name: 'Choose an image' })).toBeNull();
});
