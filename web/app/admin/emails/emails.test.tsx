import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EmailRecord } from '../../api/emails.ts';
import { clearClaims, storeClaims } from '../../session/session-store.ts';
import { accessibilityFaults } from '../../testing/accessibility.ts';
import { answerCalls, type Call, claimsWith, renderScreen } from '../../testing/screen.tsx';
import { useToasts } from '../../ui/toast.ts';
import { AdminScreen } from '../admin-screen.tsx';
import './resource.tsx';
import { EmailView } from './email-view.tsx';
import { outcomeInWords } from './words.ts';

const email: EmailRecord = {
  id: '0198',
  kind: 'reset_password',
  to: { name: 'Ann Ash', emailAddress: 'ann@example.org' },
  subject: 'Choose a new password',
  state: 'kept',
  reason: null,
  attempts: 0,
  hasSecret: true,
  createdAt: '2026-01-02T10:00:00Z',
  sentAt: null,
  askedAgainAt: null,
  obstacle: null,
  mayHaveArrived: false,
  templateName: null,
  isLogged: true,
  attachments: [],
  version: 1,
  text: 'Open http://localhost/#token=x',
  html: '<html><head></head><body><script>alert(1)</script><a href="http://localhost/">Open</a></body></html>',
  bodyHidden: null,
};

const show = (at: string) =>
  renderScreen(
    [
      {
        path: '/cms-admin/*',
        Component: () => (
          <main>
            <AdminScreen />
          </main>
        ),
      },
    ],
    at,
  );

const read = (record: EmailRecord) =>
  renderScreen([{ path: '/', Component: () => <EmailView record={record} /> }], '/');

beforeEach(() => storeClaims(claimsWith('admin')));
afterEach(() => {
  vi.unstubAllGlobals();
  useToasts.setState({ toasts: [] });
  clearClaims();
});

describe('the mail log', () => {
  it('lists emails by state, and says that they are not sent', async () => {
    const calls = answerCalls(({ path }) =>
      path === '/cms/site'
        ? { body: { hasMail: false } }
        : { body: { results: [email], total: 1, start: 0, limit: 10 } },
    );
    show('/cms-admin/emails?state=kept&page=2');
    await screen.findByRole('link', { name: 'Choose a new password' });
    await screen.findByText(/emails are not sent/);
    expect(screen.getByText('ann@example.org')).toBeTruthy();
    const asked = calls.find(({ path }) => path === '/cms/emails')?.query;
    expect(Object.fromEntries(asked ?? [])).toEqual({
      start: '10',
      limit: '10',
      sort: '-createdAt',
      state: 'kept',
    });
    expect(await accessibilityFaults()).toEqual([]);
  });

  it('begins once it is known whether they are sent: nothing moves when that is said', async () => {
    let answerSite = (): void => undefined;
    const site = new Promise<void>((resolve) => {
      answerSite = resolve;
    });
    const calls = answerCalls(async ({ path }) => {
      if (path !== '/cms/site') return { body: { results: [email], total: 1, start: 0, limit: 10 } };
      await site;
      return { body: { hasMail: false } };
    });
    show('/cms-admin/emails');
    await waitFor(() => expect(calls.some(({ path }) => path === '/cms/emails')).toBe(true));
    await screen.findByRole('heading', { name: 'Emails' });
    expect(screen.queryByRole('textbox', { name: 'Search emails' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Choose a new password' })).toBeNull();
    answerSite();
    await screen.findByRole('link', { name: 'Choose a new password' });
    expect(screen.getByText(/emails are not sent/)).toBeTruthy();
  });

  it('lists all for a state that there is not', async () => {
    const calls = answerCalls(() => ({ body: { results: [], total: 0, start: 0, limit: 10 } }));
    show('/cms-admin/emails?state=lost');
    await waitFor(() => expect(calls.some(({ path }) => path === '/cms/emails')).toBe(true));
    expect(calls.find(({ path }) => path === '/cms/emails')?.query.has('state')).toBe(false);
  });

  it('is empty without a button to write one', async () => {
    answerCalls(() => ({ body: { results: [], total: 0, start: 0, limit: 10 } }));
    show('/cms-admin/emails');
    await screen.findByText('No emails yet');
    expect(screen.queryByRole('link', { name: /New/ })).toBeNull();
  });

  it('sends several that surely nobody has got, and exports their states in words', async () => {
    const unsure = { ...email, id: '0199', subject: 'Unsure', mayHaveArrived: true };
    const sent = {
      ...email,
      id: '0200',
      subject: 'Sent',
      state: 'sent' as const,
      obstacle: 'email_already_sent' as const,
    };
    const calls = answerCalls(({ path }) =>
      path === '/cms/site'
        ? { body: { hasMail: true } }
        : { body: { results: [email, unsure, sent], total: 3, start: 0, limit: 10 } },
    );
    let file: Blob | undefined;
    URL.createObjectURL = (given) => {
      file = given as Blob;
      return 'blob:x';
    };
    URL.revokeObjectURL = () => undefined;
    const { user } = show('/cms-admin/emails');
    await screen.findByRole('link', { name: 'Unsure' });
    await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
    await user.click(screen.getByRole('button', { name: 'Send 1 of them' }));
    await screen.findByText('1 email is on its way to the mail server.');
    const posts = calls.filter(({ method }) => method === 'POST').map(({ path }) => path);
    expect(posts).toHaveLength(1);
    expect(posts[0]).toContain('/cms/emails/0198/');
    const [button] = screen.getAllByRole('button', { name: 'Export CSV' });
    await user.click(button as HTMLElement);
    await waitFor(() => expect(file).toBeDefined());
    expect(await file?.text()).toContain('Not sent');
  });

  it('is not for editors', async () => {
    storeClaims(claimsWith('editor'));
    const calls = answerCalls(() => ({ body: {} }));
    show('/cms-admin/emails');
    await screen.findByRole('heading', { name: 'You cannot open this' });
    expect(calls).toEqual([]);
  });

  it('opens one, and deletes it with a way back', async () => {
    const calls = answerCalls(({ path, method }) => {
      if (method === 'DELETE') return { status: 204 };
      if (path === '/cms/emails/0198') return { body: email };
      return { body: { results: [email], total: 1, start: 0, limit: 10, hasMail: true } };
    });
    const { user, router } = show('/cms-admin/emails/0198');
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    await screen.findByText('“Choose a new password” was deleted.');
    expect(router.state.location.pathname).toBe('/cms-admin/emails');
    expect(calls.some(({ method }) => method === 'DELETE')).toBe(false);
    await user.click(screen.getByRole('button', { name: 'Dismiss' }));
    await waitFor(() =>
      expect(calls.find(({ method }) => method === 'DELETE')?.path).toBe('/cms/emails/0198'),
    );
  });
});

describe('deleting what waits to be sent', () => {
  const ann: EmailRecord = { ...email, subject: 'To Ann', state: 'queued', obstacle: 'waiting', version: 3 };
  const bob: EmailRecord = { ...ann, id: '0199', subject: 'To Bob', version: 4 };
  let present: EmailRecord[];
  let calls: Call[];
  const deletions = () =>
    calls
      .filter(({ method }) => method === 'DELETE')
      .map(({ path, headers }) => [path.split('/')[3], headers.get('If-Match')]);

  beforeEach(() => {
    present = [ann, bob];
    calls = answerCalls(({ path, method, headers }) => {
      if (path === '/cms/site') return { body: { hasMail: true } };
      const found = present.find(({ id }) => id === path.split('/')[3]);
      if (method === 'DELETE' && headers.get('If-Match') !== `"${found?.version}"`)
        return { status: 412, body: { code: 'precondition_failed', detail: 'Changed meanwhile.' } };
      if (method !== 'DELETE')
        return { body: found ?? { results: present, total: present.length, start: 0, limit: 10 } };
      present = present.filter((one) => one !== found);
      return { status: 204 };
    });
  });

  async function ask() {
    const { user } = show('/cms-admin/emails');
    await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }));
    const bar = within(screen.getByRole('toolbar', { name: 'Selected records' }));
    await user.click(bar.getByRole('button', { name: /^Delete/ }));
    return { user, question: within(await screen.findByRole('dialog', { name: 'Delete 2 emails?' })) };
  }

  it('is asked about, and done at once: meanwhile it would be sent', async () => {
    const { user, question } = await ask();
    expect(question.getByText(/^2 emails are waiting to be sent/)).toBeTruthy();
    expect(await accessibilityFaults()).toEqual([]);
    expect(deletions()).toEqual([]);
    await user.click(question.getByRole('button', { name: 'Delete' }));
    await screen.findByText('2 emails were deleted.');
    expect(deletions()).toEqual([
      ['0198', '"3"'],
      ['0199', '"4"'],
    ]);
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('keeps those chosen where it is not meant', async () => {
    const { user, question } = await ask();
    await user.click(question.getByRole('button', { name: 'Cancel' }));
    expect(deletions()).toEqual([]);
    expect(screen.getByRole('toolbar', { name: 'Selected records' }).textContent).toContain('2 selected');
  });

  it('leaves in the log what was sent meanwhile, and says which were deleted', async () => {
    const { user, question } = await ask();
    present = [ann, { ...bob, state: 'sent', obstacle: 'sent', version: 9 }];
    await user.click(question.getByRole('button', { name: 'Delete' }));
    await screen.findByText('Changed meanwhile.');
    await screen.findByText('“To Ann” was deleted.');
    await screen.findByRole('link', { name: 'To Bob' });
    expect(screen.queryByRole('link', { name: 'To Ann' })).toBeNull();
  });

  it('of others is done later, with a way back', async () => {
    present = [ann, { ...bob, state: 'failed', obstacle: null }];
    const { user, question } = await ask();
    await user.click(question.getByRole('button', { name: 'Delete' }));
    await screen.findByText('“To Bob” was deleted.');
    await screen.findByText('“To Ann” was deleted.');
    expect(deletions()).toEqual([['0198', '"3"']]);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByRole('link', { name: 'To Bob' });
  });
});

describe('one email', () => {
  beforeEach(() => void answerCalls(() => ({ body: { hasMail: true } })));

  it('is shown in a frame that runs nothing and is no part of the site', async () => {
    read(email);
    const frame = await screen.findByTitle('The email “Choose a new password”');
    expect(frame.getAttribute('sandbox')).toBe('allow-popups allow-popups-to-escape-sandbox');
    expect(frame.getAttribute('srcdoc')).toContain('<head><base target="_blank" rel="noopener">');
    expect(document.querySelector('script')).toBeNull();
  });

  it.each([
    ['<p>Hi</p>', '<base target="_blank" rel="noopener"><p>Hi</p>'],
    [
      '<html><HEAD lang="en"><title>x</title></HEAD></html>',
      '<html><HEAD lang="en"><base target="_blank" rel="noopener"><title>x</title></HEAD></html>',
    ],
    ['<header>Hi</header>', '<base target="_blank" rel="noopener"><header>Hi</header>'],
  ])('opens its links in a tab of their own, also where a template wrote %s', async (html, document) => {
    read({ ...email, html });
    expect((await screen.findByTitle(/^The email/)).getAttribute('srcdoc')).toBe(document);
  });

  it('is read in plain text too', async () => {
    const { user } = read(email);
    await user.click(screen.getByText('Plain text'));
    expect(screen.getByText('Open http://localhost/#token=x')).toBeTruthy();
    expect(screen.queryByTitle(/The email/)).toBeNull();
  });

  it.each([
    ['secret', /Only super users can read it/],
    ['delivered', /was deleted once it was delivered/],
    ['lapsed', /was deleted once the link had expired/],
  ] as const)('says why a body is not there: %s', (bodyHidden, words) => {
    read({ ...email, text: null, html: null, bodyHidden });
    expect(screen.getByText(words)).toBeTruthy();
    expect(screen.queryByTitle(/The email/)).toBeNull();
  });

  it('says why it failed', () => {
    const reason = 'The mail server said 550 No such mailbox';
    read({ ...email, state: 'failed', reason });
    expect(screen.getByText(reason)).toBeTruthy();
    expect(screen.getByText('Failed')).toBeTruthy();
  });
});

describe('sending it again', () => {
  /** The screens with a service behind them that has one email, as it is after each call. */
  const service = (...states: Partial<EmailRecord>[]) => {
    let present = { ...email, ...states.shift() };
    return answerCalls(({ path, method }) => {
      if (method === 'POST') {
        present = { ...present, ...states.shift() };
        return { status: 202, body: present };
      }
      if (path === '/cms/site') return { body: { hasMail: true } };
      return path === '/cms/emails/0198'
        ? { body: present }
        : { body: { results: [present], total: 1, start: 0, limit: 10 } };
    });
  };
  const sent = (calls: ReturnType<typeof service>) => calls.filter(({ method }) => method === 'POST');

  it('is done from its page, and its new state is shown', async () => {
    const calls = service({}, { state: 'queued', obstacle: 'waiting', askedAgainAt: '2026-01-03T10:00:00Z' });
    const { user } = show('/cms-admin/emails/0198');
    await user.click(await screen.findByRole('button', { name: 'Send now' }));
    await screen.findByText('It is on its way to the mail server.');
    expect(screen.queryByRole('button', { name: 'Send now' })).toBeNull();
    expect(screen.getByText('Asked again')).toBeTruthy();
    const [call] = sent(calls);
    expect(call?.path).toBe('/cms/emails/0198/sending');
    expect(call?.headers.get('Idempotency-Key')).toBe(email.createdAt);
    expect(call?.headers.get('If-Match')).toBe('"1"');
    // The checker cannot look into the frame of the HTML.
    await user.click(screen.getByText('Plain text'));
    expect(await accessibilityFaults()).toEqual([]);
  });

  it('is done from the list', async () => {
    const calls = service({ state: 'failed' }, { state: 'queued', obstacle: 'waiting' });
    const { user } = show('/cms-admin/emails');
    await user.click(await screen.findByRole('button', { name: 'More actions: Choose a new password' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Send again' }));
    await screen.findByText('“Choose a new password” is on its way to the mail server.');
    expect(sent(calls)).toHaveLength(1);
    await waitFor(() => expect(calls.filter(({ path }) => path === '/cms/emails').length).toBeGreaterThan(1));
  });

  it('is asked about where it may have arrived', async () => {
    const calls = service(
      { state: 'failed', mayHaveArrived: true },
      { state: 'queued', obstacle: 'waiting' },
    );
    const { user } = show('/cms-admin/emails/0198');
    await user.click(await screen.findByRole('button', { name: 'Send again' }));
    await screen.findByText(/ann@example.org may get it twice/);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(sent(calls)).toHaveLength(0);
    await user.click(await screen.findByRole('button', { name: 'Send again' }));
    const question = within(await screen.findByRole('dialog'));
    await user.click(question.getByRole('button', { name: 'Send again' }));
    await waitFor(() => expect(sent(calls)).toHaveLength(1));
  });

  it('says what the service has against it', async () => {
    const detail = 'No mail server is set up.';
    answerCalls(({ path, method }) =>
      method === 'POST'
        ? { status: 409, body: { code: 'no_mail_server', detail } }
        : { body: path === '/cms/site' ? { hasMail: true } : email },
    );
    const { user } = show('/cms-admin/emails/0198');
    await user.click(await screen.findByRole('button', { name: 'Send now' }));
    await screen.findByText(detail);
  });

  it('names one whose content is not in the log by whom it is for', async () => {
    service({ isLogged: false, subject: '' }, { state: 'queued', obstacle: 'waiting' });
    const { user } = show('/cms-admin/emails/0198');
    await user.click(await screen.findByRole('button', { name: 'Send now' }));
    await screen.findByText('“ann@example.org” is on its way to the mail server.');
  });

  it.each([
    [{ obstacle: 'lapsed' }, true, /the link in it does not work by now/],
    [{ obstacle: 'lapsed', isLogged: false }, true, /its content was not to stay in the log/],
    [{ obstacle: null }, false, /once a mail server is set up/],
  ] as const)('says why it cannot be: %j', async (changed, hasMail, words) => {
    answerCalls(() => ({ body: { hasMail } }));
    read({ ...email, ...changed });
    await screen.findByText(words);
    expect(screen.queryByRole('button', { name: 'Send now' })).toBeNull();
  });

  it.each(['sent', 'waiting'] as const)('is not offered for one that is %s', async (obstacle) => {
    service({ obstacle });
    const { user } = show('/cms-admin/emails');
    await user.click(await screen.findByRole('button', { name: 'More actions: Choose a new password' }));
    await screen.findByRole('menuitem', { name: 'Open' });
    expect(screen.queryByRole('menuitem', { name: /Send/ })).toBeNull();
  });
});

describe('changing whom it is for', () => {
  // Without HTML: the checker cannot look into its frame.
  const failed: EmailRecord = { ...email, state: 'failed', hasSecret: false, kind: 'template', html: null };
  let calls: Call[];
  let refusal: object | undefined;
  let present: EmailRecord;
  beforeEach(() => {
    present = failed;
    refusal = undefined;
    calls = answerCalls(({ path, method, body, headers }) => {
      if (method === 'PUT' && refusal) return { status: 422, body: refusal };
      if (method === 'PUT' && headers.get('If-Match') !== `"${present.version}"`)
        return { status: 412, body: { code: 'precondition_failed', detail: 'Changed meanwhile.' } };
      if (method === 'PUT')
        present = { ...present, version: present.version + 1, to: (body as Pick<EmailRecord, 'to'>).to };
      if (path === '/cms/site') return { body: { hasMail: true } };
      return { body: present };
    });
  });

  it('is done where it failed', async () => {
    const { user } = show('/cms-admin/emails/0198');
    await user.click(await screen.findByRole('button', { name: 'Change recipient…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change recipient' }));
    const address = dialog.getByRole('textbox', { name: 'Email address' });
    expect(document.activeElement).toBe(address);
    await user.clear(address);
    await user.type(address, ' anne@example.org{Enter}');
    await screen.findByText(/now addressed to anne@example.org. To send it, press “Send again”/);
    const to = { emailAddress: 'anne@example.org', name: 'Ann Ash' };
    expect(calls.find(({ method }) => method === 'PUT')).toMatchObject({
      path: '/cms/emails/0198',
      body: { to },
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await screen.findByText('anne@example.org');
  });

  /** With another address typed that is not saved. */
  async function typed() {
    const { user, router } = show('/cms-admin/emails/0198');
    await user.click(await screen.findByRole('button', { name: 'Change recipient…' }));
    const address = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Email address' });
    await user.clear(address);
    await user.type(address, 'bob@example.org');
    return { user, router, address };
  }

  it('asks where somebody else has addressed it to others meanwhile, and replaces nothing unseen', async () => {
    const { user, address } = await typed();
    present = { ...present, version: 7, to: { name: 'Anne Ash', emailAddress: 'anne@example.org' } };
    await user.keyboard('{Enter}');
    await screen.findByText(/Somebody else has changed this/);
    const dialog = within(screen.getByRole('dialog', { name: 'Change recipient' }));
    expect(dialog.getByText('Anne Ash anne@example.org')).toBeTruthy();
    expect([present.to.emailAddress, address.value]).toEqual(['anne@example.org', 'bob@example.org']);
    expect(await accessibilityFaults()).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Save mine over theirs' }));
    await screen.findByText(/now addressed to bob@example.org/);
    expect(present.to.emailAddress).toBe('bob@example.org');
  });

  it('takes what somebody else has made of it, where that is right', async () => {
    const { user, address } = await typed();
    present = { ...present, version: 7, to: { name: 'Anne Ash', emailAddress: 'anne@example.org' } };
    await user.keyboard('{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Discard mine, use theirs' }));
    await waitFor(() => expect(address.value).toBe('anne@example.org'));
    expect(screen.queryByText(/Somebody else has changed this/)).toBeNull();
  });

  it('goes on where it was only tried again meanwhile', async () => {
    const { user } = await typed();
    present = { ...present, version: 7 };
    await user.keyboard('{Enter}');
    await screen.findByText(/now addressed to bob@example.org/);
  });

  it('asks before what was typed is thrown away', async () => {
    const { user, address } = await typed();
    await user.keyboard('{Escape}');
    const question = within(await screen.findByRole('dialog', { name: 'Unsaved changes' }));
    await user.click(question.getByRole('button', { name: 'Keep editing' }));
    expect(address.value).toBe('bob@example.org');
    const unload = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(unload);
    expect(unload.defaultPrevented).toBe(true);
  });

  it('asks before a link loses what was typed', async () => {
    const { user, router } = await typed();
    void router.navigate('/cms-admin/emails');
    await user.click(await screen.findByRole('button', { name: 'Stay' }));
    expect(router.state.location.pathname).toBe('/cms-admin/emails/0198');
  });

  it('says what is wrong with an address, and keeps it', async () => {
    refusal = {
      code: 'validation_failed',
      errors: [{ field: 'to.emailAddress', code: 'x', detail: 'No address.' }],
    };
    const { user } = show('/cms-admin/emails/0198');
    await user.click(await screen.findByRole('button', { name: 'Change recipient…' }));
    const address = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Email address' });
    await user.clear(address);
    await user.type(address, 'anne{Enter}');
    await screen.findByText('No address.');
    expect(address.value).toBe('anne');
    expect(await accessibilityFaults()).toEqual([]);
  });

  it.each([
    { state: 'sent', obstacle: 'sent' },
    { state: 'queued', obstacle: 'waiting' },
    { mayHaveArrived: true },
    { hasSecret: true },
    { obstacle: 'lapsed' },
  ] as const)('is not offered for one that is %j', async (changed) => {
    read({ ...failed, ...changed });
    await screen.findByText('Ann Ash');
    expect(screen.queryByRole('button', { name: 'Change recipient…' })).toBeNull();
  });
});

describe('changing whom several are for', () => {
  const failed = (id: string, address: string, given: Partial<EmailRecord> = {}): EmailRecord => ({
    ...email,
    id,
    subject: `Offer ${id}`,
    state: 'failed',
    hasSecret: false,
    to: { name: id, emailAddress: address },
    ...given,
  });
  let present: EmailRecord[];
  let calls: Call[];
  let refused: string | undefined;
  beforeEach(() => {
    refused = undefined;
    calls = answerCalls(({ path, method, body, headers, query }) => {
      if (path === '/cms/site') return { body: { hasMail: true } };
      const id = path.split('/')[3];
      const version = present.find((one) => one.id === id)?.version;
      if (method === 'PUT' && id === refused)
        return { status: 409, body: { code: 'email_not_changeable', detail: 'It was sent meanwhile.' } };
      if (method !== 'GET' && headers.get('If-Match') !== `"${version}"`)
        return { status: 412, body: { code: 'precondition_failed', detail: 'Changed meanwhile.' } };
      if (method === 'PUT')
        present = present.map((one) =>
          one.id === id ? { ...one, ...(body as Pick<EmailRecord, 'to'>), version: one.version + 1 } : one,
        );
      if (method !== 'GET') return { body: present.find((one) => one.id === id) };
      const results = present.filter(({ to }) => to.emailAddress.includes(query.get('q') ?? ''));
      return { body: { results, total: results.length, start: 0, limit: 10 } };
    });
  });

  async function choose() {
    const { user } = show('/cms-admin/emails');
    await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }));
    await user.click(screen.getByRole('button', { name: /^Change recipient…/ }));
    return { user, dialog: within(await screen.findByRole('dialog')) };
  }
  const changes = () =>
    calls.filter(({ method }) => method === 'PUT').map(({ path, body }) => [path.split('/')[3], body]);
  const addresses = () => present.map(({ to }) => to.emailAddress);

  it('gives all of a misspelled domain the right one, to be sent next, with a way back', async () => {
    present = [
      failed('Ann', 'ann@exmaple.org'),
      failed('Bob', 'bob@Exmaple.org'),
      failed('Cy', 'cy@example.org', { state: 'sent', obstacle: 'sent' }),
      failed('Dee', 'dee@exmaple.org', { hasSecret: true }),
    ];
    const { user, dialog } = await choose();
    expect(dialog.getByRole('heading', { name: 'Change the recipient of 2 emails' })).toBeTruthy();
    const domain = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Domain' });
    expect(domain.value).toBe('exmaple.org');
    await user.clear(domain);
    await user.type(domain, 'exa mple{Enter}');
    await dialog.findByText('Enter a domain, such as example.org.');
    expect(changes()).toEqual([]);
    await user.clear(domain);
    await user.type(domain, '@example.org');
    await dialog.findByText('ann@exmaple.org becomes ann@example.org.');
    expect(await accessibilityFaults()).toEqual([]);
    await user.keyboard('{Enter}');
    await screen.findByText('2 emails have other recipients. To send them, press “Send”.');
    expect(changes()).toEqual([
      ['Ann', { to: { name: 'Ann', emailAddress: 'ann@example.org' } }],
      ['Bob', { to: { name: 'Bob', emailAddress: 'bob@example.org' } }],
    ]);
    expect(screen.getByRole('toolbar', { name: 'Selected records' }).textContent).toContain('4 selected');
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(addresses().slice(0, 2)).toEqual(['ann@exmaple.org', 'bob@Exmaple.org']));
  });

  it('goes on with those chosen that the list shows no more, as they are then', async () => {
    const stays = failed('Dee', 'dee@exmaple.org', { hasSecret: true, obstacle: 'lapsed' });
    present = [failed('Ann', 'ann@exmaple.org'), failed('Bob', 'bob@exmaple.org'), stays];
    const { user } = show('/cms-admin/emails');
    await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }));
    await user.type(screen.getByRole('textbox', { name: 'Search emails' }), 'dee');
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Offer Ann' })).toBeNull());
    const change = async () => {
      await user.click(screen.getByRole('button', { name: /^Change recipient…/ }));
      const domain = await screen.findByRole('textbox', { name: 'Domain' });
      await user.clear(domain);
      await user.type(domain, 'example.org{Enter}');
      await screen.findByText(/^2 emails have other recipients/);
    };
    await change();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(addresses().slice(0, 2)).toEqual(['ann@exmaple.org', 'bob@exmaple.org']));
    await change();
    await user.click(screen.getByRole('button', { name: /^Send/ }));
    await screen.findByText('2 emails are on their way to the mail server.');
    expect(addresses().slice(0, 2)).toEqual(['ann@example.org', 'bob@example.org']);
  });

  it('takes nothing back that somebody else has corrected since', async () => {
    present = [failed('Ann', 'ann@exmaple.org'), failed('Bob', 'bob@exmaple.org')];
    const { user, dialog } = await choose();
    const domain = dialog.getByRole('textbox', { name: 'Domain' });
    await user.clear(domain);
    await user.type(domain, 'example.org{Enter}');
    await screen.findByText(/^2 emails have other recipients/);
    present = present.map((one) =>
      one.id === 'Ann' ? { ...one, version: 9, to: { name: 'Anne', emailAddress: 'anne@example.org' } } : one,
    );
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByText('Changed meanwhile.');
    await waitFor(() => expect(addresses()).toEqual(['anne@example.org', 'bob@exmaple.org']));
  });

  it('sends all to one address where they are for people at several domains', async () => {
    present = [failed('Ann', 'ann@willow.example'), failed('Bob', 'bob@oak.example')];
    const { user, dialog } = await choose();
    expect(dialog.queryByRole('combobox')).toBeNull();
    await user.type(dialog.getByRole('textbox', { name: 'Email address' }), ' dee@example.org');
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Dee{Enter}');
    await screen.findByText(/^2 emails have other recipients/);
    const to = { name: 'Dee', emailAddress: 'dee@example.org' };
    expect(changes()).toEqual([
      ['Ann', { to }],
      ['Bob', { to }],
    ]);
  });

  it('begins with the address that all of them have, and says what is wrong with another', async () => {
    present = ['1', '2'].map((id) =>
      failed(id, 'ann@exmaple.org', { to: { name: 'Ann', emailAddress: 'ann@exmaple.org' } }),
    );
    const { user, dialog } = await choose();
    const address = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Email address' });
    expect([address.value, dialog.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value]).toEqual([
      'ann@exmaple.org',
      'Ann',
    ]);
    await user.clear(address);
    await user.type(address, 'ann{Enter}');
    await dialog.findByText('Enter a valid email address.');
    expect(changes()).toEqual([]);
  });

  it('lets one address for all be chosen in place of another domain', async () => {
    present = [failed('Ann', 'ann@exmaple.org'), failed('Bob', 'bob@exmaple.org')];
    const { user, dialog } = await choose();
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Send them to' }), 'One address for all');
    await user.type(dialog.getByRole('textbox', { name: 'Email address' }), 'dee@example.org{Enter}');
    await screen.findByText(/^2 emails have other recipients/);
    expect(addresses()).toEqual(['dee@example.org', 'dee@example.org']);
  });

  it('keeps those chosen that it was done with, not those that were refused', async () => {
    present = [failed('Ann', 'ann@exmaple.org'), failed('Bob', 'bob@exmaple.org')];
    refused = 'Bob';
    const { user, dialog } = await choose();
    const domain = dialog.getByRole('textbox', { name: 'Domain' });
    await user.clear(domain);
    await user.type(domain, 'example.org{Enter}');
    await screen.findByText('It was sent meanwhile.');
    await screen.findByText('1 email has another recipient. To send it, press “Send”.');
    const isChosen = (name: string) =>
      screen.getByRole<HTMLInputElement>('checkbox', { name: `Select Offer ${name}` }).checked;
    await waitFor(() => expect([isChosen('Ann'), isChosen('Bob')]).toEqual([true, false]));
  });
});

describe('what became of it', () => {
  it.each([
    [{ state: 'sent' }, undefined],
    [{ state: 'queued' }, 'It is on its way to the mail server.'],
    [
      { state: 'queued', reason: 'It is away.', attempts: 1 },
      'It is away. It has been tried once and will be tried again.',
    ],
    [
      { state: 'queued', reason: 'It is away.', attempts: 3 },
      'It is away. It has been tried 3 times and will be tried again.',
    ],
    [{ state: 'failed', reason: null }, 'It could not be sent.'],
  ] as const)('%j', (changed, words) => {
    expect(outcomeInWords({ ...email, ...changed })).toBe(words);
  });
});
