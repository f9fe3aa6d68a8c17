import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answerPicking, usePickings } from '../../media/picker/pick-files.ts';
import { aFile } from '../../media/testing.ts';
import { clearUploads, setServer } from '../../media/uploads/queue.ts';
import { clearClaims, storeClaims } from '../../session/session-store.ts';
import { accessibilityFaults } from '../../testing/accessibility.ts';
import { answerCalls, type Call, claimsWith, renderPiece } from '../../testing/screen.tsx';
import { useToasts } from '../../ui/toast.ts';
import { FieldForm } from '../field-form.tsx';
import FileField from '../file/input.tsx';
import type { FieldDefinition } from '../types.ts';
import ImageField from './input.tsx';

const file = aFile('f1', { name: 'boat.jpg', alt: 'A boat' });
const plain = aFile('f2', { name: 'dock.jpg' });
const changed = vi.fn();
let calls: Call[];

beforeEach(() => {
  changed.mockReset();
  calls = answerCalls(({ path }) => ({ body: [file, plain].find(({ id }) => path === `/cms/files/${id}`) }));
});

afterEach(() => {
  clearClaims();
  vi.unstubAllGlobals();
});

function show(type: 'image' | 'file', first?: unknown) {
  const Input = type === 'image' ? ImageField : FileField;
  function Held() {
    const [value, setValue] = useState(first);
    const definition = { type, label: 'Picture' } as FieldDefinition as never;
    return (
      <Input
        definition={definition}
        value={value}
        onChange={(next) => {
          changed(next);
          setValue(next);
        }}
      />
    );
  }
  return renderPiece(
    <QueryClientProvider client={new QueryClient()}>
      <main>
        <Held />
      </main>
    </QueryClientProvider>,
  );
}

/** Somebody chooses these in the dialog that is open. */
const choose = (chosen: (typeof file)[]) => {
  const [asked] = usePickings.getState().asked;
  answerPicking(asked?.id ?? 0, chosen);
  return asked;
};

it('is chosen from the library, where images alone are offered', async () => {
  const { user } = show('image');
  await user.click(screen.getByRole('button', { name: 'Choose from the library' }));
  expect(choose([plain])?.types).toEqual(['image']);
  await screen.findByText('Alternative text is missing.');
  expect(changed).toHaveBeenLastCalledWith({ file: 'f2' });
  await user.type(screen.getByLabelText('Alternative text'), 'D');
  expect(changed).toHaveBeenLastCalledWith({ file: 'f2', alt: 'D' });
  expect(screen.queryByText('Alternative text is missing.')).toBeNull();
  expect(await accessibilityFaults()).toEqual([]);
});

it('asks nothing of the library for those whom it refuses, and offers them an image elsewhere alone', async () => {
  storeClaims(claimsWith('ecom:write'));
  const { unmount } = show('image', { file: 'f1', alt: 'A boat at sea' });
  await screen.findByText('An image of the media library, which only editors can see.');
  expect(screen.getByLabelText('Alternative text')).toHaveProperty('value', 'A boat at sea');
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Remove']);
  unmount();
  show('image');
  screen.getByText('Only editors can use the media library.');
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['An image elsewhere']);
  expect(calls).toEqual([]);
  expect(await accessibilityFaults()).toEqual([]);
});

it('keeps its shape when another image comes, and not its text', async () => {
  const { user } = show('image', { file: 'f2', alt: 'A dock', aspect: '1:1' });
  fireEvent.change(await screen.findByLabelText('Shape'), { target: { value: '16:9' } });
  await user.click(screen.getByRole('button', { name: 'Replace…' }));
  choose([file]);
  await waitFor(() => expect(changed).toHaveBeenLastCalledWith({ file: 'f1', aspect: '16:9' }));
  // What the library says of it counts.
  await waitFor(() =>
    expect(screen.getByLabelText('Alternative text').getAttribute('placeholder')).toBe('A boat'),
  );
  expect(screen.queryByText('Alternative text is missing.')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  expect(changed).toHaveBeenLastCalledWith(undefined);
});

it('says of a type that visitors are not shown that they are not', async () => {
  const photo = aFile('f3', { name: 'boat.heic', mimeType: 'image/heic', width: null, height: null });
  answerCalls(() => ({ body: photo }));
  show('image', { file: 'f3', alt: 'A boat' });
  expect(await screen.findByText(/Visitors are not shown HEIC images/)).toBeTruthy();
});

it('is cropped for this use, and another image is not', async () => {
  const { user } = show('image', { file: 'f2', alt: 'A dock', aspect: '1:1' });
  await user.click(await screen.findByRole('button', { name: 'Crop…' }));
  const right = await screen.findByRole('button', { name: /^Bottom right corner/ });
  fireEvent.keyDown(right, { key: 'ArrowLeft', shiftKey: true });
  await user.selectOptions(screen.getByLabelText('Proportions'), '2:1');
  await user.click(screen.getByRole('button', { name: 'Crop' }));
  const { crop } = changed.mock.lastCall?.[0] ?? {};
  expect(crop).toMatch(/^\d+-\d+-\d+-\d+$/);
  expect(changed).toHaveBeenLastCalledWith({ file: 'f2', alt: 'A dock', aspect: '2:1', crop });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Replace…' }));
  choose([file]);
  await waitFor(() => expect(changed).toHaveBeenLastCalledWith({ file: 'f1', aspect: '2:1' }));
});

it('changes nothing when nothing is chosen', async () => {
  const { user } = show('image');
  await user.click(screen.getByRole('button', { name: 'Choose from the library' }));
  choose([]);
  await waitFor(() => expect(usePickings.getState().asked).toEqual([]));
  expect(changed).not.toHaveBeenCalled();
});

it('may be elsewhere, with its size', async () => {
  const { user } = show('image');
  await user.click(screen.getByRole('button', { name: 'An image elsewhere' }));
  await user.type(screen.getByLabelText('Address of the image'), 'https://a.example/b.png');
  await user.type(screen.getByLabelText('Width in pixels'), '640');
  expect(changed).toHaveBeenLastCalledWith({ address: 'https://a.example/b.png', width: 640 });
  expect(await accessibilityFaults()).toEqual([]);
});

it('takes no file of another type that is dropped on it', async () => {
  show('image');
  const film = new File(['x'], 'film.mp4', { type: 'video/mp4' });
  const dataTransfer = { types: ['Files'], items: [], files: [film] };
  fireEvent.drop(screen.getByText('or drop or paste an image here'), { dataTransfer });
  await screen.findByText('Files of this type are not accepted here.');
  expect(changed).not.toHaveBeenCalled();
});

it('of a file is what a link to it says, too', async () => {
  const { user } = show('file');
  await user.click(screen.getByRole('button', { name: 'Choose from the library' }));
  choose([file]);
  await screen.findByText('boat.jpg', { exact: false });
  await user.type(screen.getByLabelText('Text of the link'), 'B');
  expect(changed).toHaveBeenLastCalledWith({ file: 'f1', label: 'B' });
  expect(await accessibilityFaults()).toEqual([]);
});

/** A form with a picture and a caption, and a picture that is on its way to the server. */
function uploadInForm() {
  const sent = Promise.withResolvers<typeof file>();
  const restore = setServer({ sendFile: () => sent.promise });
  const filled = vi.fn();
  function Form() {
    const [values, setValues] = useState<Record<string, unknown>>({ caption: '' });
    const definitions = {
      picture: { type: 'image', label: 'Picture' },
      caption: { type: 'text', label: 'Caption' },
    } satisfies Record<string, FieldDefinition>;
    const change = (changed: Record<string, unknown>) => {
      filled(changed);
      setValues(changed);
    };
    return <FieldForm definitions={definitions} values={values} onChange={change} />;
  }
  const shown = renderPiece(
    <QueryClientProvider client={new QueryClient()}>
      <Form />
    </QueryClientProvider>,
  );
  const photo = new File(['bytes'], 'boat.jpg', { type: 'image/jpeg' });
  fireEvent.paste(screen.getByRole('button', { name: 'Choose from the library' }), {
    clipboardData: { files: [photo] },
  });
  const arrive = () =>
    act(async () => {
      sent.resolve(file);
      await sent.promise;
    });
  const end = () => {
    restore();
    clearUploads();
    useToasts.setState({ toasts: [] });
  };
  return { ...shown, filled, arrive, end };
}

it('leaves what is typed beside it while it is uploaded', async () => {
  const { user, filled, arrive, end } = uploadInForm();
  await screen.findByText('Uploading');
  await user.type(screen.getByLabelText('Caption'), 'At sea');
  await arrive();
  await waitFor(() =>
    expect(filled).toHaveBeenLastCalledWith({ picture: { file: 'f1' }, caption: 'At sea' }),
  );
  end();
});

it('says where it is once its form was closed meanwhile', async () => {
  const { unmount, filled, arrive, end } = uploadInForm();
  await screen.findByText('Uploading');
  unmount();
  await arrive();
  await waitFor(() =>
    expect(useToasts.getState().toasts.map(({ message }) => message)).toEqual([
      '“boat.jpg” is in the media library. It was not used: the form was closed.',
    ]),
  );
  expect(filled).not.toHaveBeenCalled();
  end();
});
