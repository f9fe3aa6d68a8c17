import { act, screen } from '@testing-library/react';
import { useImperativeHandle, useState } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { clearClaims, storeClaims } from '../../session/session-store.ts';
import { claimsWith, renderScreen } from '../../testing/screen.tsx';
import { EditingContext } from '../context.tsx';
import { createEditing } from '../create-editing.ts';
import { useLeaving } from '../use-leaving.ts';
import { PageDialogs, type PageForm } from './page-dialogs.tsx';

beforeEach(() => storeClaims(claimsWith('editor')));
afterEach(clearClaims);

/** The administration's form, as far as the dialog knows it. */
const Form: PageForm = ({ isDirtyRef }) => {
  const [title, setTitle] = useState('');
  useImperativeHandle(isDirtyRef, () => () => title !== '');
  return <input aria-label="Title" value={title} onChange={(event) => setTitle(event.target.value)} />;
};

const isAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

it('has whoever leaves the page asked about a new page that is being filled in', async () => {
  const nothing = () => undefined;
  const editing = createEditing({ goTo: nothing, onSaved: nothing, onLost: nothing });
  function Edited() {
    useLeaving(editing, nothing);
    return (
      <EditingContext value={editing}>
        <PageDialogs Form={Form} loadSources={async () => []} pageId={undefined} onSaved={nothing} />
      </EditingContext>
    );
  }
  const { user } = renderScreen([{ path: '/', Component: Edited }], '/');
  act(() => editing.chrome.setState({ dialog: 'newPage' }));
  const title = await screen.findByLabelText('Title');
  expect(isAsked()).toBe(false);
  await user.type(title, 'x');
  expect(isAsked()).toBe(true);
  // Saved, it goes to the new page at once.
  act(() => {
    editing.chrome.setState({ dialog: undefined });
    expect(isAsked()).toBe(false);
  });
});
