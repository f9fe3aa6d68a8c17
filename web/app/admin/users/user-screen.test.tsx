import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearClaims, storeClaims } from '../../session/session-store.ts';
import { accessibilityFaults } from '../../testing/accessibility.ts';
import { answerCalls, type Call, claimsWith, renderScreen } from '../../testing/screen.tsx';
import { useToasts } from '../../ui/toast.ts';
import { AdminScreen } from '../admin-screen.tsx';
import './resource.tsx';
import { newService, read, type Service, userOf } from './testing.ts';

let service: Service;
let calls: Call[];
let onWrite: (call: Call) => { status?: number; body?: unknown };

beforeEach(() => {
  storeClaims({ ...claimsWith('admin'), user: '1' });
  service = newService();
  onWrite = () => ({ status: 204 });
  calls = answerCalls((call) => (call.method === 'GET' ? read(service, call) : onWrite(call)));
});

afterEach(() => {
  useToasts.setState({ toasts: [] });
  clearClaims();
  vi.unstubAllGlobals();
});

const show = (at = 'users') =>
  renderScreen(
    [{ path: '/cms-admin/*', Component: () => <main>{<AdminScreen />}</main> }],
    `/cms-admin/${at}`,
  );

const sent = (method: string) => calls.filter((call) => call.method === method);

describe('a new user', () => {
  const fill = async (label: string, value: string) =>
    fireEvent.change(await screen.findByLabelText(label), { target: { value } });
  const person = async () => {
    await fill('First name', 'Grace');
    await fill('Last name', 'Hopper');
    await fill('Email address', ' grace@example.org ');
  };

  it('is invited, with what the one who invites may grant', async () => {
    onWrite = () => ({ status: 201, body: userOf('9', 'Grace') });
    const { user, router } = show('users/new');
    await person();
    expect(
      (await screen.findAllByRole('checkbox')).map(
        (box) => (box as HTMLInputElement).labels?.[0]?.textContent,
      ),
    ).toEqual(['admin', 'editor']);
    await user.click(screen.getByRole('checkbox', { name: 'editor' }));
    await user.click(screen.getByRole('button', { name: 'Create and invite' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/cms-admin/users'));
    expect(sent('POST')[0]?.body).toMatchObject({
      person: { firstName: 'Grace', lastName: 'Hopper', emailAddress: 'grace@example.org' },
      scopes: ['editor'],
      invite: true,
    });
    expect(sent('POST')[0]?.body).not.toHaveProperty('password');
  });

  it('hears of faults beside what they are about', async () => {
    const errors = [
      { field: 'person.emailAddress', code: 'email_address_taken', detail: 'Somebody has this address.' },
      { field: 'scopes.0', code: 'scope_not_yours', detail: 'You do not hold editor.' },
    ];
    onWrite = () => ({ status: 409, body: { code: 'email_address_taken', title: 'Conflict', errors } });
    const { user } = show('users/new');
    await person();
    await user.click(screen.getByText('Set a password'));
    await user.click(screen.getByRole('button', { name: 'Create user' }));
    await screen.findByText(/The password needs at least/);
    await fill('Password', 'quilted harbour lantern');
    await user.click(screen.getByRole('button', { name: 'Create user' }));
    await screen.findByText('You do not hold editor.');
    expect(screen.getByLabelText('Email address').getAttribute('aria-invalid')).toBe('true');
  });
});

describe('the screen of a user', () => {
  it('keeps the scopes that it does not show', async () => {
    const { user } = show('users/2');
    await user.click(await screen.findByRole('checkbox', { name: /^admin/ }));
    await user.click(screen.getByRole('button', { name: 'Save scopes' }));
    await waitFor(() => expect(sent('PUT')).toHaveLength(1));
    expect(sent('PUT')[0]).toMatchObject({
      path: '/auth/users/2/scopes',
      body: { scopes: ['editor', 'crm:read', 'admin'] },
    });
  });

  it('takes nothing away that somebody else has given since the choice began', async () => {
    const { user, queryClient } = show('users/2');
    await user.click(await screen.findByRole('checkbox', { name: /^admin/ }));
    service.users = service.users.map((each) =>
      each.id === '2' ? { ...each, scopes: [...each.scopes, 'crm:write'], version: 3 } : each,
    );
    await act(() => queryClient.invalidateQueries());
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    await user.click(screen.getByRole('button', { name: 'Save scopes' }));
    await waitFor(() => expect(sent('PUT')).toHaveLength(1));
    expect(sent('PUT')[0]?.headers.get('If-Match')).toBe('"2"');
  });

  it('says what a scope needs in a line of its own, and that some are not shown', async () => {
    show('users/2');
    expect(await screen.findByText('Needs a second factor to log in.')).toBeTruthy();
    expect(screen.getByText('One more scope belongs to an area that this site does not have.')).toBeTruthy();
  });

  it('changes details on the condition that nobody else has', async () => {
    onWrite = ({ body }) => ({ body: { ...service.users[1]?.person, ...(body as object), version: 3 } });
    const { user } = show('users/2');
    fireEvent.change(await screen.findByLabelText('First name'), { target: { value: 'Augusta' } });
    await user.click(screen.getByRole('button', { name: 'Save details' }));
    await screen.findByText('The details were saved.');
    expect(sent('PUT')[0]?.headers.get('If-Match')).toBe('"2"');
    fireEvent.change(screen.getByLabelText('First name'), { target: { value: 'Ada' } });
    await user.click(screen.getByRole('button', { name: 'Save details' }));
    await waitFor(() => expect(sent('PUT')[1]?.headers.get('If-Match')).toBe('"3"'));
  });

  it('ends a session', async () => {
    const { user } = show('users/2');
    await user.click(await screen.findByRole('button', { name: 'End the session: Firefox on Windows' }));
    await screen.findByText('The session was ended.');
    expect(sent('DELETE')[0]?.path).toBe('/auth/users/2/sessions/x1');
  });

  it('asks before second factors are removed', async () => {
    const { user } = show('users/2');
    await user.click(await screen.findByRole('button', { name: 'Remove' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByRole('button', { name: 'Cancel' })).toBe(document.activeElement);
    await user.click(within(dialog).getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(sent('DELETE')[0]?.path).toBe('/auth/users/2/second-factors'));
  });

  it('invites, and again', async () => {
    const { user } = show('users/4');
    await user.click(await screen.findByRole('button', { name: 'Invite' }));
    await screen.findByText('The invitation is under Emails.');
    expect(sent('POST')[0]?.path).toBe('/auth/users/4/invitation');
  });

  it('fills in profile fields, and shows faults at theirs', async () => {
    const errors = [{ field: 'data.number', code: 'pattern', detail: 'This has to begin with a letter.' }];
    onWrite = () => ({ status: 422, body: { code: 'validation_failed', title: 'Unprocessable', errors } });
    const { user } = show('users/2');
    await user.click(await screen.findByRole('button', { name: 'Fill in Card' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Fill this in.');
    fireEvent.change(screen.getByLabelText('Number'), { target: { value: '17' } });
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('This has to begin with a letter.');
    expect(screen.getByLabelText('Number').getAttribute('aria-invalid')).toBe('true');
    expect(sent('POST')[0]?.body).toEqual({ personId: 'p2', schemaId: 's1', data: { number: '17' } });
  });

  it('keeps the keyboard where it is when profile fields are first saved, and leads it back once they are deleted', async () => {
    const number = (data: unknown) => ({
      id: 'd1',
      personId: 'p2',
      schemaId: 's1',
      isValid: true,
      version: 1,
      data,
    });
    let record: unknown;
    const others = onWrite;
    onWrite = (call) => {
      if (!call.path.startsWith('/auth/profile-data')) return others(call);
      record = call.method === 'POST' ? number((call.body as { data: unknown }).data) : undefined;
      return call.method === 'POST' ? { status: 201, body: record } : { status: 204 };
    };
    service.profileData = () => (record ? [record] : []);
    const { user } = show('users/2');
    await user.click(await screen.findByRole('button', { name: 'Fill in Card' }));
    await user.type(screen.getByLabelText('Number'), '17');
    const save = screen.getByRole('button', { name: 'Save' });
    await user.click(save);
    const card = within(screen.getByRole('region', { name: 'Card' }));
    const remove = await card.findByRole('button', { name: 'Delete' });
    await waitFor(() =>
      expect(calls.filter(({ path }) => path.endsWith('/profile-data')).length).toBeGreaterThan(2),
    );
    expect(screen.getByRole('button', { name: 'Save' })).toBe(save);
    expect(document.activeElement).toBe(save);
    expect(screen.getByLabelText('Number')).toHaveProperty('value', '17');
    await user.click(remove);
    const again = await screen.findByRole('button', { name: 'Fill in Card' });
    await waitFor(() => expect(document.activeElement).toBe(again));
  });

  it('asks before unsaved changes of any of its forms are lost', async () => {
    const { user } = show('users/2');
    await user.click(await screen.findByRole('checkbox', { name: /^admin/ }));
    await user.click(screen.getByRole('link', { name: 'Users' }));
    await screen.findByRole('dialog', { name: 'Unsaved changes' });
  });

  it('keeps what was typed when the session ends', async () => {
    const { user } = show('users/2');
    await user.type(await screen.findByLabelText('First name'), ' Maria');
    act(clearClaims);
    expect(screen.getByLabelText<HTMLInputElement>('First name').value).toMatch(/ Maria$/);
    await user.click(screen.getByRole('link', { name: 'Users' }));
    await screen.findByRole('dialog', { name: 'Unsaved changes' });
  });

  it('of a super can be looked at, and not changed, by an administrator', async () => {
    show('users/3');
    await screen.findByText('Only a super user can change this account.');
    expect(screen.getByText('sue@example.org')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Save|Disable|Delete|End/ })).toBeNull();
  });

  it('of one’s own keeps one from locking oneself out', async () => {
    show('users/1');
    const admin = await screen.findByRole('checkbox', { name: /^admin/ });
    expect(admin).toHaveProperty('disabled', true);
    expect(screen.getByText(/You cannot remove this scope from yourself/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Disable' })).toBeNull();
    expect(screen.getByLabelText('Email address')).toHaveProperty('readOnly', true);
  });

  it('is accessible', async () => {
    const { user } = show('users/2');
    await user.click(await screen.findByRole('button', { name: 'Fill in Card' }));
    expect(await accessibilityFaults()).toEqual([]);
  });
});
