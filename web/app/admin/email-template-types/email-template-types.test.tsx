import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EmailTemplateType } from '../../api/email-templates.ts';
import { clearClaims, storeClaims } from '../../session/session-store.ts';
import { accessibilityFaults } from '../../testing/accessibility.ts';
import { answerCalls, type Call, claimsWith, renderScreen } from '../../testing/screen.tsx';
import { useToasts } from '../../ui/toast.ts';
import { AdminScreen } from '../admin-screen.tsx';

const typeOf = (id: string, name: string, isBuiltIn: boolean): EmailTemplateType => ({
  id,
  version: 2,
  name,
  isBuiltIn,
  variables: [],
  sample: {},
  createdAt: '2026-03-01T00:00:00Z',
  updatedAt: '2026-03-01T00:00:00Z',
});

let types: EmailTemplateType[];
let calls: Call[];
const IN_USE = 'Templates are of the type “Newsleter”: “News”. Delete them first.';

beforeEach(() => {
  storeClaims(claimsWith('admin'));
  types = [typeOf('t1', 'Contact Plugin', true), typeOf('t2', 'Newsleter', false)];
  calls = answerCalls(({ method, path, body }) => {
    if (method === 'DELETE') return { status: 409, body: { title: 'Conflict', detail: IN_USE } };
    if (method === 'PUT') return { body: { ...types[1], ...(body as object) } };
    if (method === 'POST') return { status: 201, body: { ...typeOf('t3', '', false), ...(body as object) } };
    const one = types.find(({ id }) => path.endsWith(`/${id}`));
    return { body: one ?? { results: types, total: types.length, start: 0, limit: 10 } };
  });
});

afterEach(() => {
  clearClaims();
  useToasts.setState({ toasts: [] });
  vi.unstubAllGlobals();
});

const show = (below = '') => {
  const Component = () => (
    <main>
      <AdminScreen />
    </main>
  );
  return renderScreen([{ path: '/cms-admin/*', Component }], `/cms-admin/email-template-types${below}`);
};

describe('types of email templates', () => {
  it('are listed with whose emails they are for', async () => {
    show();
    await screen.findByText('2 in all');
    screen.getByText('Emails of the site itself');
    screen.getByText('Emails of your own');
    expect(await accessibilityFaults()).toEqual([]);
  });

  it('are renamed where they are mistyped', async () => {
    const { user } = show('/t2');
    const name = await screen.findByLabelText(/^Name/);
    await user.clear(name);
    await user.type(name, 'Newsletter');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => {
      const put = calls.find(({ method }) => method === 'PUT');
      expect([put?.path, put?.body, put?.headers.get('If-Match')]).toEqual([
        '/cms/email-template-types/t2',
        { name: 'Newsletter' },
        '"2"',
      ]);
    });
  });

  it('that are in use come back, with what uses them', async () => {
    const { user, unmount } = show();
    await user.click(await screen.findByRole('button', { name: 'More actions: Newsleter' }));
    await user.click(await screen.findByRole('menuitem', { name: /Delete/, hidden: true }));
    await waitFor(() => expect(screen.queryByText('Newsleter')).toBeNull());
    // Leaving the screen sends the deletion at once.
    unmount();
    await waitFor(() => expect(calls.some(({ method }) => method === 'DELETE')).toBe(true));
    await waitFor(() => {
      const told = useToasts.getState().toasts.map((toast) => JSON.stringify(toast));
      expect(told.some((each) => each.includes(IN_USE))).toBe(true);
    });
  });
});
