import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readRedirectedFrom } from '../../session/redirected-from.ts';
import { accessibilityFaults } from '../../testing/accessibility.ts';
import { answerCalls } from '../../testing/screen.tsx';
import { drawMember } from '../members/testing.tsx';
import AccountManagement from './render.tsx';

afterEach(() => {
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

const LINK = '#token=abc&kind=email-address';

const person = {
  id: 'p',
  firstName: 'Ada',
  lastName: 'Lovelace',
  emailAddress: 'ada@example.com',
  timezone: 'UTC',
};

/** An answer that comes once it is released. */
function heldAnswer() {
  let answer = (_: object) => {};
  const held = new Promise<object>((resolve) => {
    answer = resolve;
  });
  return { held, release: async () => answer({ body: {} }) };
}

describe('cms.accountManagement', () => {
  it('asks those to log in who are not', () => {
    drawMember(AccountManagement, { loginPage: '/in' });
    expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/in');
  });

  it('confirms the address of a link when that is wanted, and not before', async () => {
    const calls = answerCalls(({ method }) => ({ status: method === 'POST' ? 204 : 503 }));
    const { user } = drawMember(AccountManagement, {}, { isLoggedIn: true }, LINK);
    const button = await screen.findByRole('button', { name: 'Confirm my new address' });
    const sent = () => calls.filter(({ method }) => method === 'POST');
    expect(sent()).toEqual([]);
    await user.click(button);
    await screen.findByText('Your new address is confirmed.');
    expect(sent()).toMatchObject([
      { path: '/auth/account/email-address/confirmation', body: { token: 'abc' } },
    ]);
  });

  it('has nobody confirm an address who is not logged in, and comes back with the link', async () => {
    const { user } = drawMember(AccountManagement, { loginPage: '#in' }, {}, LINK);
    const [link] = await screen.findAllByRole('link', { name: 'Log in' });
    expect(screen.getByRole('status').textContent).toMatch(/with your current address/);
    expect(screen.queryByRole('button')).toBeNull();
    await user.click(link as HTMLElement);
    expect(readRedirectedFrom()).toBe(`/${LINK}`);
  });

  it('says that a link is of no use any more', async () => {
    answerCalls(() => ({ status: 404, body: { code: 'token_unusable' } }));
    const { user } = drawMember(AccountManagement, {}, { isLoggedIn: true }, LINK);
    await user.click(await screen.findByRole('button', { name: 'Confirm my new address' }));
    await screen.findByText(/can no longer be used/);
  });

  describe('where the session has to be confirmed first', () => {
    const CONFIRMATION = '/auth/sessions/current/confirmation';

    interface Answer {
      status?: number;
      body?: unknown;
    }

    /** Changes the address; `confirm` answers what is sent to confirm the session, `change` the change after that. */
    async function changeAddress(
      confirm: (body: unknown) => Answer | Promise<Answer>,
      change: () => Answer | Promise<Answer> = () => ({ body: {} }),
    ) {
      let isConfirmed = false;
      const account = { user: { person }, passkeys: [], pendingEmailAddress: null };
      const calls = answerCalls(async ({ method, path, body }) => {
        if (path === CONFIRMATION) {
          const answer = await confirm(body);
          isConfirmed = answer.status === undefined;
          return answer;
        }
        if (path === '/auth/account' && method === 'GET') return { body: account };
        if (path === '/auth/sessions') return { body: [] };
        return isConfirmed ? change() : { status: 403, body: { code: 'confirmation_needed' } };
      });
      HTMLDialogElement.prototype.showModal = function () {
        this.open = true;
      };
      HTMLDialogElement.prototype.close = function () {
        this.open = false;
        this.dispatchEvent(new Event('close'));
      };
      const { user } = drawMember(AccountManagement, {}, { isLoggedIn: true });
      await user.type(await screen.findByLabelText('New address'), 'new@example.com{Enter}');
      const dialog = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));
      const sent = (path: string) => calls.filter((call) => call.path === path).map(({ body }) => body);
      return { user, dialog, sent };
    }

    it('asks for the password, and then does it', async () => {
      const { user, dialog, sent } = await changeAddress(() => ({ body: {} }));
      await user.type(dialog.getByLabelText('Password'), 'my password{Enter}');
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect(sent('/auth/account/email-address')).toEqual([
        { emailAddress: 'new@example.com' },
        { emailAddress: 'new@example.com' },
      ]);
    });

    it('asks for the second factor of whoever has one', async () => {
      const { user, dialog, sent } = await changeAddress((body) => {
        const { code } = body as { code?: string };
        if (code === 'abcde-fghij') return { body: {} };
        if (code) return { status: 422, body: { code: 'wrong_code' } };
        const asked = { code: 'second_factor_needed', challenge: 'c1', methods: ['recovery'] };
        return { status: 403, body: asked };
      });
      await user.type(dialog.getByLabelText('Password'), 'my password{Enter}');
      const code = await dialog.findByLabelText('Recovery code');
      expect(code).toBe(document.activeElement);
      await user.type(code, 'nonsense{Enter}');
      await dialog.findByText('This code is incorrect or has already been used.');
      await user.clear(code);
      await user.type(code, 'abcde-fghij{Enter}');
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect(sent(CONFIRMATION).at(-1)).toEqual({ challenge: 'c1', code: 'abcde-fghij' });
      expect(sent('/auth/account/email-address')).toHaveLength(2);
    });

    it('does nothing that was given up while the confirmation was on its way', async () => {
      const { held, release } = heldAnswer();
      const { user, dialog, sent } = await changeAddress(() => held);
      await user.type(dialog.getByLabelText('Password'), 'my password{Enter}');
      await user.click(dialog.getByRole('button', { name: 'Cancel' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      await act(release);
      expect(sent(CONFIRMATION)).toHaveLength(1);
      expect(sent('/auth/account/email-address')).toHaveLength(1);
    });

    it('cannot be given up once it has begun', async () => {
      const { held, release } = heldAnswer();
      const { user, dialog, sent } = await changeAddress(
        () => ({ body: {} }),
        () => held,
      );
      await user.type(dialog.getByLabelText('Password'), 'my password{Enter}');
      await waitFor(() =>
        expect(dialog.getByRole('button', { name: 'Cancel' })).toHaveProperty('disabled', true),
      );
      const shown = screen.getByRole<HTMLDialogElement>('dialog');
      expect(fireEvent(shown, new Event('cancel', { cancelable: true }))).toBe(false);
      // A browser closes it all the same the second time.
      shown.close();
      await act(release);
      await waitFor(() => expect(screen.queryByRole('dialog', { hidden: true })).toBeNull());
      expect(sent('/auth/account/email-address')).toHaveLength(2);
      // It was done, so the account is read again.
      await waitFor(() => expect(sent('/auth/account')).toHaveLength(2));
    });
  });

  it('shows the recovery codes that come with the first passkey, once', async () => {
    const account = {
      user: { person, hasSecondFactor: false },
      passkeys: [],
      recoveryCodesLeft: 0,
      pendingEmailAddress: null,
    };
    answerCalls(({ path }) => {
      if (path === '/auth/account') return { body: account };
      if (path === '/auth/sessions') return { body: [] };
      if (path.endsWith('/options')) {
        const options = {
          challenge: 'AQID',
          user: { id: 'AQID', name: 'a', displayName: 'a' },
          pubKeyCredParams: [],
        };
        return { body: { challenge: 'p1', options } };
      }
      return {
        status: 201,
        body: { id: 'k', name: 'Chrome', recoveryCodes: ['aaaaa-bbbbb', 'ccccc-ddddd'] },
      };
    });
    const bytes = new Uint8Array([1]).buffer;
    const create = async () => ({
      id: 'AA',
      rawId: bytes,
      type: 'public-key',
      getClientExtensionResults: () => ({}),
      response: { clientDataJSON: bytes, attestationObject: bytes },
    });
    vi.stubGlobal('PublicKeyCredential', () => undefined);
    vi.stubGlobal('navigator', { ...window.navigator, userAgent: 'Chrome', credentials: { create } });
    const { user } = drawMember(AccountManagement, {}, { isLoggedIn: true });
    await user.click(await screen.findByRole('button', { name: 'Add a passkey' }));
    const codes = await screen.findByRole('region', { name: 'Recovery codes' });
    expect(codes.textContent).toContain('aaaaa-bbbbb');
    expect(await accessibilityFaults()).toEqual([]);
    await user.click(screen.getByRole('button', { name: "I've saved them" }));
    expect(screen.queryByText('aaaaa-bbbbb')).toBeNull();
  });

  it('logs one other device out', async () => {
    const device = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';
    const other = { id: 's2', device, isCurrent: false, lastUsedAt: '2026-11-20T10:00:00Z' };
    let sessions = [{ ...other, id: 's1', isCurrent: true }, other];
    const account = { user: { person }, passkeys: [], pendingEmailAddress: null };
    const calls = answerCalls(({ method, path }) => {
      if (path === '/auth/account') return { body: account };
      if (method === 'DELETE') sessions = sessions.filter(({ id }) => !path.endsWith(id));
      return method === 'DELETE' ? { status: 204 } : { body: sessions };
    });
    const { user } = drawMember(AccountManagement, {}, { isLoggedIn: true });
    await user.click(await screen.findByRole('button', { name: 'Log out' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Log out' })).toBeNull());
    expect(calls.find(({ method }) => method === 'DELETE')?.path).toBe('/auth/sessions/s2');
  });

  it('ends everything else in two presses, and shows the sessions that are left', async () => {
    const account = { user: { person }, passkeys: [], pendingEmailAddress: null };
    const calls = answerCalls(({ method, path }) => {
      if (path === '/auth/account' && method === 'GET') return { body: account };
      if (path === '/auth/sessions') return { body: [] };
      return { body: { sessions: 2, apiTokens: 0, passkeys: 1, passkeysKept: 0 } };
    });
    const { user } = drawMember(AccountManagement, {}, { isLoggedIn: true });
    await user.click(await screen.findByRole('button', { name: 'Log out everywhere and revoke tokens …' }));
    expect(document.activeElement).toBe(
      screen.getByRole('group', { name: 'Log out everywhere and revoke tokens?' }),
    );
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(document.activeElement).toBe(
      screen.getByRole('button', { name: 'Log out everywhere and revoke tokens …' }),
    );
    await user.keyboard('{Enter}');
    expect(calls.filter(({ method }) => method === 'DELETE')).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Log out everywhere and revoke tokens' }));
    await screen.findByText(/You are logged out everywhere else. Your account has no passkeys any more./);
    expect(calls.filter(({ method }) => method === 'DELETE')).toMatchObject([
      { path: '/auth/account/other-access' },
    ]);
    await waitFor(() => expect(calls.filter(({ path }) => path === '/auth/sessions')).toHaveLength(2));
    await waitFor(() =>
      expect(document.activeElement).toBe(
        screen.getByRole('button', { name: 'Log out everywhere and revoke tokens …' }),
      ),
    );
    expect(await accessibilityFaults()).toEqual([]);
  });

  describe("the member's name", () => {
    /** Answers for an account whose record others change: by the address that is asked for, and by `change`. */
    const account = () => {
      let present = { ...person, version: 4 };
      const calls = answerCalls(({ method, path, headers, body }) => {
        if (path === '/auth/sessions') return { body: [] };
        if (path === '/auth/account')
          return { body: { user: { person: present }, passkeys: [], pendingEmailAddress: null } };
        if (method !== 'PUT') return { body: {} };
        if (headers.get('If-Match') !== `"${present.version}"`) return { status: 412, body: {} };
        present = { ...present, ...(body as object), version: present.version + 1 };
        return { body: present };
      });
      const change = (changed: Partial<typeof person>) => {
        present = { ...present, ...changed, version: present.version + 1 };
      };
      const puts = () => calls.filter(({ method }) => method === 'PUT');
      return { change, puts };
    };
    const save = async (user: ReturnType<typeof drawMember>['user']) => {
      await user.click(
        within(screen.getByRole('form', { name: 'Name' })).getByRole('button', { name: 'Save' }),
      );
    };

    it('is not saved over what somebody else has made of it, which another card has read since', async () => {
      const { change, puts } = account();
      const { user } = drawMember(AccountManagement, {}, { isLoggedIn: true });
      await user.type(await screen.findByLabelText('First name'), ' Augusta');
      change({ lastName: 'King' });
      await user.type(screen.getByLabelText('New address'), 'new@example.com{Enter}');
      await waitFor(() =>
        expect(screen.getByLabelText('New address')).toHaveProperty('value', 'new@example.com'),
      );
      await save(user);
      expect((await screen.findByRole('alert')).textContent).toMatch(/^Somebody else has changed this/);
      expect(document.querySelector('.pw-member-facts')?.textContent).toBe('Last nameTheir version: King');
      await user.click(screen.getByRole('button', { name: 'Save both' }));
      await screen.findByText('Saved.');
      expect(puts().map(({ headers }) => headers.get('If-Match'))).toEqual(['"4"', '"5"']);
      expect(puts().at(-1)?.body).toMatchObject({ firstName: 'Ada Augusta', lastName: 'King' });
    });

    it('is saved with the address that was confirmed meanwhile', async () => {
      const { change, puts } = account();
      const { user } = drawMember(AccountManagement, {}, { isLoggedIn: true });
      await user.type(await screen.findByLabelText('First name'), ' Augusta');
      change({ emailAddress: 'new@example.com' });
      await save(user);
      await screen.findByText('Saved.');
      expect(puts().at(-1)?.body).toMatchObject({
        firstName: 'Ada Augusta',
        emailAddress: 'new@example.com',
      });
    });
  });
});
