import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearClaims, storeClaims } from '../../session/session-store.ts';
import { accessibilityFaults } from '../../testing/accessibility.ts';
import { answerCalls, type Call, claimsWith, renderScreen } from '../../testing/screen.tsx';
import { useToasts } from '../../ui/toast.ts';
import { AdminScreen } from '../admin-screen.tsx';
import './resource.tsx';
import { newService, read, userOf } from '../users/testing.ts';

const when = '2026-01-02T00:00:00Z';
const personOf = (id: string, firstName: string, userId: string | null = null) => ({
  id,
  firstName,
  lastName: 'Example',
  emailAddress: `${firstName.toLowerCase()}@example.org`,
  timezone: 'Europe/London',
  version: 4,
  createdAt: when,
  updatedAt: when,
  userId,
});

let people: ReturnType<typeof personOf>[];
let calls: Call[];
let onWrite: (call: Call) => { status?: number; body?: unknown };

beforeEach(() => {
  storeClaims({ ...claimsWith('admin'), user: '1' });
  people = [personOf('g', 'Grace'), personOf('p2', 'Ada', '2')];
  onWrite = () => ({ status: 204 });
  calls = answerCalls((call) => {
    if (call.method !== 'GET') return onWrite(call);
    const found = people.find(({ id }) => call.path === `/auth/people/${id}`);
    if (found) return { body: found };
    return call.path === '/auth/people'
      ? { body: { results: people, total: people.length, start: 0, limit: 20 } }
      : read(newService(), call);
  });
});

afterEach(() => {
  useToasts.setState({ toasts: [] });
  clearClaims();
  vi.unstubAllGlobals();
});

const show = (at = 'people') =>
  renderScreen(
    [{ path: '/cms-admin/*', Component: () => <main>{<AdminScreen />}</main> }],
    `/cms-admin/${at}`,
  );

const sent = (method: string) => calls.filter((call) => call.method === method);
const fill = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });

describe('the list', () => {
  it('says who has an account, and asks for those who have none', async () => {
    show('people?account=false&q=example');
    const [, grace, ada] = await waitFor(() => {
      const rows = screen.getAllByRole('row');
      expect(rows[1]?.textContent).toContain('Grace');
      return rows;
    });
    expect(grace?.textContent).toMatch(/^Grace Examplegrace@example.orgNone/);
    expect(ada?.textContent).toMatch(/^Ada Exampleada@example.orgAccount/);
    const asked = calls.find(({ path }) => path === '/auth/people')?.query;
    expect([asked?.get('has-user'), asked?.get('q')]).toEqual(['false', 'example']);
    expect(await accessibilityFaults()).toEqual([]);
  });

  it('deletes who has no account only', async () => {
    const { user } = show();
    const menuOf = async (name: string) => {
      await user.click(await screen.findByRole('button', { name: `More actions: ${name}` }));
      // Without a layout, the button counts as scrolled out of view, and its menu is not shown.
      return (await screen.findAllByRole('menuitem', { hidden: true })).map((item) => item.textContent);
    };
    expect(await menuOf('Ada Example')).toEqual(['Edit']);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('menuitem', { hidden: true })).toBeNull());
    expect(await menuOf('Grace Example')).toEqual(['Edit', 'Delete']);
    await user.click(screen.getByRole('menuitem', { name: 'Delete', hidden: true }));
    window.dispatchEvent(new Event('pagehide'));
    // Nor one that was given since the list was read.
    await waitFor(() => expect(sent('DELETE').map(({ path }) => path)).toEqual(['/auth/people/g']));
    expect(sent('DELETE')[0]?.query.get('with-user')).toBe('false');
  });
});

describe('a new person', () => {
  it('is added without an account', async () => {
    onWrite = ({ body }) => ({ status: 201, body: { ...personOf('n', 'Noor'), ...(body as object) } });
    const { user, router } = show('people/new');
    await fill('First name', 'Noor');
    await fill('Last name', 'Inayat');
    await fill('Email address', ' noor@example.org ');
    await user.click(screen.getByRole('button', { name: 'Create person' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/cms-admin/people'));
    expect(sent('POST').map(({ path }) => path)).toEqual(['/auth/people']);
    expect(sent('POST')[0]?.body).toMatchObject({ firstName: 'Noor', emailAddress: 'noor@example.org' });
  });

  it('hears that somebody has the address', async () => {
    const errors = [{ field: 'emailAddress', code: 'email_address_taken', detail: 'Somebody else has it.' }];
    onWrite = () => ({ status: 409, body: { code: 'email_address_taken', title: 'Conflict', errors } });
    const { user } = show('people/new');
    await fill('First name', 'Noor');
    await fill('Last name', 'Inayat');
    await fill('Email address', 'ada@example.org');
    await user.click(screen.getByRole('button', { name: 'Create person' }));
    await screen.findByText('Somebody else has it.');
  });
});

describe('the screen of a person', () => {
  it('changes details on the condition that nobody else has', async () => {
    onWrite = ({ body }) => ({ body: { ...people[0], ...(body as object), version: 5 } });
    const { user } = show('people/g');
    await fill('First name', 'Amazing Grace');
    await user.click(screen.getByRole('button', { name: 'Save details' }));
    await screen.findByText('The details were saved.');
    expect(sent('PUT')[0]).toMatchObject({ path: '/auth/people/g' });
    expect(sent('PUT')[0]?.headers.get('If-Match')).toBe('"4"');
  });

  it('fills in profile fields', async () => {
    const { user } = show('people/g');
    await user.click(await screen.findByRole('button', { name: 'Fill in Card' }));
    expect(document.activeElement).toBe(screen.getByLabelText('Number'));
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Fill in Card' }));
    await user.keyboard('{Enter}');
    await fill('Number', '17');
    await user.click(
      within(screen.getByRole('region', { name: 'Card' })).getByRole('button', { name: 'Save' }),
    );
    await waitFor(() => expect(sent('POST')).toHaveLength(1));
    expect(sent('POST')[0]?.body).toEqual({ personId: 'g', schemaId: 's1', data: { number: '17' } });
  });

  it('gives an account with an invitation, and goes on at its screen', async () => {
    onWrite = () => ({ status: 201, body: userOf('2', 'Ada') });
    const { user, router } = show('people/g');
    await user.click(await screen.findByRole('button', { name: 'Create account' }));
    await user.click(await screen.findByRole('checkbox', { name: /^editor/ }));
    expect(await accessibilityFaults()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Create and invite' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/cms-admin/users/2'));
    expect(sent('POST')[0]).toMatchObject({
      path: '/auth/users',
      body: { personId: 'g', scopes: ['editor'], invite: true },
    });
    await screen.findByText('Grace Example has an account now.');
  });

  it('asks before a half-given account is lost', async () => {
    const { user } = show('people/g');
    await user.click(await screen.findByRole('button', { name: 'Create account' }));
    await user.click(await screen.findByRole('checkbox', { name: /^editor/ }));
    await user.click(screen.getByRole('link', { name: 'People' }));
    await screen.findByRole('dialog', { name: 'Unsaved changes' });
  });

  it('asks before it leads to an account that somebody else has created meanwhile', async () => {
    const { user, queryClient, router } = show('people/g');
    await user.type(await screen.findByLabelText('First name'), ' Brewster');
    people = [personOf('g', 'Grace', '2')];
    await act(() => queryClient.invalidateQueries());
    await user.click(await screen.findByRole('button', { name: 'Stay' }));
    expect(screen.getByLabelText<HTMLInputElement>('First name').value).toBe('Grace Brewster');
    expect(router.state.location.pathname).toBe('/cms-admin/people/g');
  });

  it('leads to it at once where nothing was typed', async () => {
    const { queryClient, router } = show('people/g');
    await screen.findByLabelText('First name');
    people = [personOf('g', 'Grace', '2')];
    await act(() => queryClient.invalidateQueries());
    await waitFor(() => expect(router.state.location.pathname).toBe('/cms-admin/users/2'));
  });

  it('leads to the account of who has one', async () => {
    const { router } = show('people/p2');
    await waitFor(() => expect(router.state.location.pathname).toBe('/cms-admin/users/2'));
  });

  it('says that there is none', async () => {
    show('people/nobody');
    await screen.findByRole('heading', { name: 'Page Not Found' });
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
  });
});
