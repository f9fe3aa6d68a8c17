import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { MailingListOut, SubscriberOut } from '../../api/generated/index.ts';
import { clearClaims, storeClaims } from '../../session/session-store.ts';
import { accessibilityFaults } from '../../testing/accessibility.ts';
import { answerCalls, type Call, claimsWith, renderScreen } from '../../testing/screen.tsx';
import { useToasts } from '../../ui/toast.ts';
import { AdminScreen } from '../admin-screen.tsx';
import './resource.tsx';
import '../mailing-lists/resource.tsx';

const when = '2026-01-02T00:00:00Z';
const record = { version: 1, createdAt: when, updatedAt: when };
const list: MailingListOut = {
  ...record,
  id: '0192f0c1-7b1e-7c6a-9d55-3f1f0a2b4c6d',
  key: 'news',
  name: 'News',
  provider: 'site',
  externalId: '',
};
const subscriber = (id: string, more: Partial<SubscriberOut> = {}): SubscriberOut => ({
  ...record,
  id,
  emailAddress: `${id}@example.org`,
  name: '',
  listId: list.id,
  state: 'confirmed',
  source: 'form',
  requestedAt: when,
  confirmedAt: when,
  unsubscribedAt: null,
  pageUrl: '/news',
  pageTitle: 'News',
  consent: 'I want it.',
  forwarding: 'none',
  forwardingFault: '',
  unsubscribePath: '/cms/newsletter/unsubscription?token=t',
  ...more,
});

let rows: SubscriberOut[];
let lists: MailingListOut[];
let calls: Call[];
let status: number;

beforeEach(() => {
  storeClaims(claimsWith('admin'));
  rows = [subscriber('zoe', { name: 'Zoë' }), subscriber('ann', { state: 'pending', confirmedAt: null })];
  lists = [list];
  status = 200;
  calls = answerCalls((call) => {
    if (call.path === '/cms/config')
      return {
        body: [{ id: '1', key: 'mailchimpKey', value: null, isSecret: true, isSet: false, version: 1 }],
      };
    if (call.path === '/cms/mailing-lists')
      return { body: { results: lists, total: lists.length, start: 0, limit: 20 } };
    if (call.path.startsWith('/cms/mailing-lists/')) return { body: list };
    const found = rows.find(({ id }) => call.path === `/cms/subscribers/${id}`);
    if (call.method === 'PUT' && found) {
      Object.assign(found, call.body, { version: found.version + 1 });
      return { body: found };
    }
    if (found) return { body: found };
    if (call.path === '/cms/subscribers' && call.method === 'POST')
      return {
        status: 409,
        body: {
          code: 'subscriber_taken',
          title: 'Conflict',
          errors: ['listId', 'emailAddress'].map((field) => ({
            field,
            code: 'subscriber_taken',
            detail: 'No.',
          })),
        },
      };
    if (call.path === '/cms/subscribers' && status !== 200)
      return { status, body: { code: 'failed', title: 'No', status, detail: 'No.', errors: [] } };
    return { body: { results: rows, total: rows.length, start: 0, limit: 20 } };
  });
});

afterEach(() => {
  useToasts.setState({ toasts: [] });
  clearClaims();
  vi.unstubAllGlobals();
});

const show = (at = 'subscribers') =>
  renderScreen(
    [{ path: '/cms-admin/*', Component: () => <main>{<AdminScreen />}</main> }],
    `/cms-admin/${at}`,
  );

describe('the list of subscribers', () => {
  it('shows who is on which list, and asks for what is chosen', async () => {
    show(`subscribers?state=pending&listId=${list.id}&q=ann`);
    await waitFor(() =>
      expect(screen.getAllByRole('row')[1]?.textContent).toMatch(/zoe@example.orgZoëNewsSubscribed/),
    );
    expect(screen.getAllByRole('row')[2]?.textContent).toContain('Not confirmed');
    const asked = calls.find(({ path }) => path === '/cms/subscribers')?.query;
    expect([asked?.get('state'), asked?.get('list-id'), asked?.get('q')]).toEqual([
      'pending',
      list.id,
      'ann',
    ]);
    expect(await accessibilityFaults()).toEqual([]);
  });

  it('says how people get there while there are none', async () => {
    rows = [];
    show();
    expect(await screen.findByText('No subscribers yet')).toBeTruthy();
    expect(screen.getByText(/Add the Newsletter plugin to a page/)).toBeTruthy();
  });

  it('says so when it cannot be read', async () => {
    status = 503;
    show();
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
  });

  it('is for administrators', async () => {
    storeClaims(claimsWith('editor'));
    show();
    await waitFor(() => expect(document.body.textContent).not.toContain('zoe@example.org'));
    expect(calls.filter(({ path }) => path === '/cms/subscribers')).toEqual([]);
  });

  it('unsubscribes several, with a way back', async () => {
    const { user } = show();
    await user.click(await screen.findByRole('checkbox', { name: /zoe@example.org/ }));
    await user.click(await screen.findByRole('button', { name: 'Unsubscribe' }));
    await waitFor(() => expect(rows[0]?.state).toBe('unsubscribed'));
    const put = calls.find(({ method }) => method === 'PUT');
    expect(put?.body).toEqual({
      emailAddress: 'zoe@example.org',
      name: 'Zoë',
      listId: list.id,
      state: 'unsubscribed',
    });
    await waitFor(() => expect(useToasts.getState().toasts.length).toBe(1));
    expect(JSON.stringify(useToasts.getState().toasts[0])).toContain('1 subscriber is unsubscribed.');
  });
});

describe('a subscriber', () => {
  it('shows what they agreed to, where and when', async () => {
    show('subscribers/zoe');
    expect(await screen.findByText('I want it.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'News' }).getAttribute('href')).toBe('/news');
    expect(document.body.textContent).toContain('/cms/newsletter/unsubscription?token=t');
    expect(await accessibilityFaults()).toEqual([]);
  });

  it('keeps its address, and changes its name', async () => {
    const { user } = show('subscribers/zoe');
    const name = await screen.findByLabelText('Name');
    expect((screen.getByLabelText(/^Email address/) as HTMLInputElement).readOnly).toBe(true);
    fireEvent.change(name, { target: { value: 'Zoë Å.' } });
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(rows[0]?.name).toBe('Zoë Å.'));
  });
});

describe('a new subscriber', () => {
  it('who is on the list already is refused in words, and stays in the form', async () => {
    show(`subscribers/new`);
    const address = await screen.findByLabelText<HTMLInputElement>(/^Email address/);
    fireEvent.change(address, { target: { value: 'zoe@example.org' } });
    fireEvent.click(screen.getByRole('combobox', { name: /^Mailing list/ }));
    fireEvent.click(await screen.findByRole('option', { name: /News/ }));
    fireEvent.click(screen.getByRole('button', { name: 'Add subscriber' }));
    expect(await screen.findByText('The list has a subscriber with this address already.')).toBeTruthy();
    expect(address.value).toBe('zoe@example.org');
    expect(screen.queryByText('No.')).toBeNull();
  });
});

describe('mailing lists', () => {
  it('say when their provider has no key', async () => {
    lists = [{ ...list, provider: 'mailchimp', externalId: 'a1' }];
    show('mailing-lists');
    expect(await screen.findByText(/Nobody can subscribe to the lists at Mailchimp/)).toBeTruthy();
    expect(await accessibilityFaults()).toEqual([]);
  });

  it('get a key from their name, until it is one of its own', async () => {
    const { user } = show('mailing-lists/new');
    const name = await screen.findByLabelText('Name');
    const key = screen.getByLabelText<HTMLInputElement>('Key');
    await user.type(name, 'Neues für Käufer');
    expect(key.value).toBe('neuesFurKaufer');
    await user.clear(key);
    await user.type(key, 'shop-news');
    await user.type(name, 'innen');
    expect(key.value).toBe('shop-news');
  });

  it('keep the key that they have', async () => {
    lists = [list];
    const { user } = show(`mailing-lists/${list.id}`);
    await user.type(await screen.findByLabelText('Name'), ' of the shop');
    expect(screen.getByLabelText<HTMLInputElement>('Key').value).toBe('news');
  });
});
