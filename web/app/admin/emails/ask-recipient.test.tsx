import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EmailRecord } from '../../api/emails.ts';
import { clearClaims, storeClaims } from '../../session/session-store.ts';
import { accessibilityFaults } from '../../testing/accessibility.ts';
import { answerCalls, type Call, claimsWith } from '../../testing/screen.tsx';
import { useToasts } from '../../ui/toast.ts';
import { email, show } from './testing.tsx';

beforeEach(() => storeClaims(claimsWith('admin')));
afterEach(() => {
  vi.unstubAllGlobals();
  useToasts.setState({ toasts: [] });
  clearClaims();
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
