import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SchemaRecord } from '../../api/schemas.ts';
import { clearClaims, storeClaims } from '../../session/session-store.ts';
import { accessibilityFaults } from '../../testing/accessibility.ts';
import { answerCalls, type Call, claimsWith, renderScreen } from '../../testing/screen.tsx';
import { useToasts } from '../../ui/toast.ts';
import { AdminScreen } from '../admin-screen.tsx';
import './resource.tsx';

const card: SchemaRecord = {
  id: '7',
  name: 'Card',
  description: '',
  memberAccess: 'read',
  schema: {
    type: 'object',
    properties: { number: { type: 'string', title: 'Number', pattern: '^A' }, diet: { anyOf: [{}] } },
    required: ['number'],
    $comment: 'kept',
  },
  version: 3,
  dataCount: 2,
  createdAt: '2026-01-02T00:00:00Z',
  updatedAt: '2026-01-02T00:00:00Z',
};

let calls: Call[];
let onWrite: (call: Call) => { status?: number; body?: unknown };

beforeEach(() => {
  storeClaims(claimsWith('admin'));
  onWrite = ({ body }) => ({ body: { ...card, ...(body as object) } });
  calls = answerCalls((call) => {
    if (call.method !== 'GET') return onWrite(call);
    if (call.path === '/auth/schemas/7') return { body: card };
    return { body: { results: [card], total: 1, start: 0, limit: 10 } };
  });
});

afterEach(() => {
  useToasts.setState({ toasts: [] });
  clearClaims();
  vi.unstubAllGlobals();
});

const show = (at: string) =>
  renderScreen(
    [{ path: '/cms-admin/*', Component: () => <main>{<AdminScreen />}</main> }],
    `/cms-admin/${at}`,
  );

const enter = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });

const sent = (method: string) => calls.filter((call) => call.method === method);
const labels = () =>
  within(screen.getByRole('list', { name: 'Fields' }))
    .getAllByRole('button', { expanded: false })
    .map((button) => button.querySelector('strong')?.textContent);

describe('new profile fields', () => {
  it('are built field by field', async () => {
    const { user, router } = show('schemas/new');
    await enter('Name', 'Club card');
    await user.click(screen.getByRole('button', { name: 'Add a field' }));
    // The focus is where the typing goes on.
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Label')));
    await user.keyboard('Shoe size');
    expect(screen.getByLabelText<HTMLInputElement>('Key').value).toBe('shoeSize');
    await user.selectOptions(screen.getByLabelText('Kind'), 'integer');
    await user.click(screen.getByLabelText('Required'));
    await user.click(screen.getByRole('button', { name: 'Create profile fields' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/cms-admin/schemas'));
    expect(sent('POST')[0]?.body).toEqual({
      name: 'Club card',
      description: '',
      memberAccess: 'none',
      schema: {
        type: 'object',
        properties: { shoeSize: { type: 'integer', title: 'Shoe size' } },
        required: ['shoeSize'],
      },
    });
  });

  it('are not sent while one of them is not complete', async () => {
    const { user } = show('schemas/new');
    await enter('Name', 'Club card');
    await user.click(screen.getByRole('button', { name: 'Add a field' }));
    await user.selectOptions(await screen.findByLabelText('Kind'), 'select');
    expect(screen.queryByText('Enter a label.')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Create profile fields' }));
    await screen.findByText('Enter a label.');
    expect(screen.getByText('Enter at least one choice.')).toBeTruthy();
    expect(sent('POST')).toEqual([]);
  });
});

describe('profile fields that are there', () => {
  it('are put in order by keyboard, and the focus stays', async () => {
    const { user } = show('schemas/7');
    (await screen.findByRole('button', { name: /^Number/ })).focus();
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    await waitFor(() => expect(labels()).toEqual(['diet', 'Number']));
    expect(document.activeElement?.textContent).toContain('Number');
    expect(screen.getByText('Number is now 2 of 2.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent('PUT')).toHaveLength(1));
    const put = sent('PUT')[0] as Call;
    expect(put.headers.get('If-Match')).toBe('"3"');
    const { schema } = put.body as SchemaRecord;
    expect(schema).toEqual(card.schema);
    expect(Object.keys(schema.properties as object)).toEqual(['diet', 'number']);
  });

  it('that are taken out come back', async () => {
    const { user } = show('schemas/7');
    await user.click(await screen.findByRole('button', { name: 'Remove: Number' }));
    expect(labels()).toEqual(['diet']);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(labels()).toEqual(['Number', 'diet']);
  });

  it('can be written as JSON, and are read back', async () => {
    const { user } = show('schemas/7');
    await user.click(await screen.findByRole('radio', { name: 'JSON' }));
    const text = screen.getByLabelText<HTMLTextAreaElement>('JSON Schema');
    expect(JSON.parse(text.value)).toEqual(card.schema);
    fireEvent.change(text, { target: { value: '{"properties": ' } });
    await user.click(screen.getByRole('radio', { name: 'Builder' }));
    // It stays until it can be read.
    expect(screen.getByLabelText('JSON Schema')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(sent('PUT')).toEqual([]);
    fireEvent.change(text, { target: { value: '{"properties": {"a": {"type": "boolean", "title": "A"}}}' } });
    await user.click(screen.getByRole('radio', { name: 'Builder' }));
    expect(labels()).toEqual(['A']);
  });

  it('can be looked at as they will be filled in', async () => {
    const { user } = show('schemas/7');
    await user.click(await screen.findByRole('radio', { name: 'Preview' }));
    expect(screen.getByLabelText('Number')).toBeTruthy();
    expect(screen.getByLabelText('Diet (optional)')).toBeTruthy();
    await user.click(screen.getByRole('radio', { name: 'JSON' }));
    expect(JSON.parse(screen.getByLabelText<HTMLTextAreaElement>('JSON Schema').value)).toEqual(card.schema);
  });

  it('say above the builder what the service refuses of them', async () => {
    onWrite = () => ({
      status: 422,
      body: {
        code: 'validation_failed',
        title: 'Unprocessable',
        errors: [
          {
            field: 'schema.properties.number',
            code: 'schema_invalid',
            detail: 'This pattern is no pattern.',
          },
        ],
      },
    });
    const { user } = show('schemas/7');
    await user.click(await screen.findByRole('button', { name: 'Save' }));
    await screen.findByText('This pattern is no pattern.');
  });
});

describe('a change that makes data invalid', () => {
  beforeEach(() => {
    onWrite = ({ body }) =>
      (body as { acceptInvalid?: boolean }).acceptInvalid
        ? { body: card }
        : {
            status: 409,
            body: {
              code: 'data_would_be_invalid',
              title: 'Conflict',
              detail: 'Two people’s data would be invalid.',
              errors: [],
              invalidCount: 2,
              invalid: [
                {
                  profileDataId: '1',
                  personId: '2',
                  personName: 'Ada Lovelace',
                  errors: [{ field: 'data.size', detail: 'Enter a value.' }],
                },
              ],
            },
          };
  });

  it('says whose and why, and can be gone back from', async () => {
    const { user, router } = show('schemas/7');
    await enter('Name', 'Changed');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const dialog = await screen.findByRole('dialog', { name: 'This would make 2 people’s data invalid' });
    expect(dialog.textContent).toContain('Ada Lovelace');
    expect(dialog.textContent).toContain('size Enter a value.');
    expect(dialog.textContent).toContain('And 1 more.');
    expect(await accessibilityFaults()).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Go back' }));
    await screen.findByText('Two people’s data would be invalid.');
    expect(sent('PUT')).toHaveLength(1);
    expect(router.state.location.pathname).toBe('/cms-admin/schemas/7');
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Changed');
  });

  it('can be gone on with', async () => {
    const { user, router } = show('schemas/7');
    await enter('Name', 'Changed');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await user.click(await screen.findByRole('button', { name: 'Save anyway' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/cms-admin/schemas'));
    expect(sent('PUT')[1]?.body).toMatchObject({ name: 'Changed', acceptInvalid: true });
  });
});

it('deleting what has data asks first, and says of how many', async () => {
  onWrite = () => ({ status: 204 });
  const { user } = show('schemas');
  await user.click(await screen.findByRole('button', { name: 'More actions: Card' }));
  expect(screen.queryByRole('menuitem', { name: 'Delete' })).toBeNull();
  await user.click(await screen.findByRole('menuitem', { name: 'Delete with data…' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('2 people have data in these fields.');
  await user.click(within(dialog).getByRole('button', { name: 'Delete all of it' }));
  await waitFor(() => expect(sent('DELETE')[0]?.query.get('with-data')).toBe('true'));
});

it('is accessible', async () => {
  const { user } = show('schemas/7');
  await user.click(await screen.findByRole('button', { name: /^Number/ }));
  expect(await accessibilityFaults()).toEqual([]);
});
