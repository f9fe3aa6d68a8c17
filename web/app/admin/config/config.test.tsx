import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ConfigEntry } from '../../api/config.ts';
import type { FieldFault } from '../../api/problem.ts';
import { clearClaims, storeClaims } from '../../session/session-store.ts';
import { accessibilityFaults } from '../../testing/accessibility.ts';
import { answerCalls, type Call, claimsWith, renderScreen } from '../../testing/screen.tsx';
import { useToasts } from '../../ui/toast.ts';
import { AdminScreen } from '../admin-screen.tsx';

const one = (key: string, value: unknown, over: Partial<ConfigEntry> = {}): ConfigEntry => ({
  id: `id-${key}`,
  key,
  value,
  isSecret: false,
  isSet: value !== null,
  version: 1,
  ...over,
});

interface ConfigChange {
  id: string;
  version: number;
  value: unknown;
}

let entries: ConfigEntry[];
let hasMail: boolean;
let calls: Call[];
let refuse: (key: string, field: string) => FieldFault[];

beforeEach(() => {
  storeClaims(claimsWith('admin'));
  hasMail = true;
  refuse = () => [];
  entries = [
    one('siteName', 'Willow'),
    one('hasEcom', false),
    one('hasCRM', false),
    one('allowRegistration', false),
    one('contactAddress', ''),
    one('captchaProvider', ''),
    one('captchaSiteKey', ''),
    one('captchaSecret', null, { isSecret: true, isSet: false }),
    one('analyticsProperty', ''),
    one('googleClientSecret', null, { isSecret: true, isSet: false }),
  ];
  calls = answerCalls(({ method, path, body }) => {
    if (path === '/cms/site') return { body: { siteName: 'Willow', hasMail } };
    if (method !== 'PUT') return { body: entries };
    const changes = (body as { entries: ConfigChange[] }).entries;
    const found = changes.map(({ id }) => entries.find((entry) => entry.id === id) as ConfigEntry);
    const errors = found.flatMap(({ key }, place) => refuse(key, `entries.${place}.value`));
    if (errors.length > 0) return { status: 422, body: { code: 'validation_failed', errors } };
    if (changes.some(({ version }, place) => version !== found[place]?.version))
      return { status: 412, body: { code: 'stale' } };
    found.forEach((entry, place) => {
      const value = changes[place]?.value;
      Object.assign(entry, { value: entry.isSecret ? null : value, isSet: value !== null });
      entry.version += 1;
    });
    return { body: found };
  });
});

afterEach(() => {
  clearClaims();
  useToasts.setState({ toasts: [] });
  vi.unstubAllGlobals();
});

const show = (hash = '') => {
  const Component = () => (
    <main>
      <AdminScreen />
    </main>
  );
  return renderScreen([{ path: '/cms-admin/*', Component }], `/cms-admin/config${hash}`);
};
const written = () =>
  calls
    .filter(({ method }) => method === 'PUT')
    .flatMap(({ body }) => (body as { entries: ConfigChange[] }).entries)
    .map(({ id, value }) => [id.replace('id-', ''), value]);
const save = () => screen.getByRole('button', { name: 'Save' });

describe('the configuration', () => {
  it('saves what was changed, and nothing else', async () => {
    const { user } = show();
    await user.type(await screen.findByLabelText('Contact address'), ' office@willow.example ');
    await user.click(screen.getByRole('switch', { name: /^Shop/ }));
    expect(await accessibilityFaults()).toEqual([]);
    await user.click(save());
    await waitFor(() => expect(useToasts.getState().toasts).toHaveLength(1));
    expect(written()).toEqual([
      ['hasEcom', true],
      ['contactAddress', 'office@willow.example'],
    ]);
    await user.click(save());
    await waitFor(() => expect(useToasts.getState().toasts).toHaveLength(2));
    expect(written()).toHaveLength(2);
  });

  it('saves nothing where a field is refused, writes beside each what is wrong, and keeps what was typed', async () => {
    const before = structuredClone(entries);
    refuse = (key, field) => {
      if (key === 'contactAddress')
        return [{ field, code: 'value_error', detail: 'This is no email address.' }];
      return key === 'analyticsProperty' ? [{ field, code: 'value_error', detail: 'Digits only.' }] : [];
    };
    const { user } = show();
    await user.type(await screen.findByLabelText('Contact address'), 'office@gone.example');
    await user.type(screen.getByLabelText(/^Property ID/), 'G-1');
    await user.click(screen.getByRole('switch', { name: /^Shop/ }));
    await user.click(save());
    await screen.findByText('This is no email address.');
    screen.getByText('Digits only.');
    const address = screen.getByLabelText('Contact address') as HTMLInputElement;
    expect([address.value, document.activeElement]).toEqual(['office@gone.example', address]);
    expect((screen.getByRole('switch', { name: /^Shop/ }) as HTMLInputElement).checked).toBe(true);
    expect(entries).toEqual(before);

    refuse = () => [];
    await user.clear(address);
    await user.type(address, 'office@willow.example');
    await user.click(save());
    await waitFor(() => expect(useToasts.getState().toasts).toHaveLength(1));
    expect(entries.filter(({ version }) => version === 2).map(({ key, value }) => [key, value])).toEqual([
      ['hasEcom', true],
      ['contactAddress', 'office@willow.example'],
      ['analyticsProperty', 'G-1'],
    ]);
  });

  it('asks for keys where there is a captcha provider; a secret is replaced or removed, and never shown', async () => {
    Object.assign(entries[5] as ConfigEntry, { value: 'turnstile' });
    Object.assign(entries[6] as ConfigEntry, { value: 'site-key' });
    Object.assign(entries[7] as ConfigEntry, { isSet: true });
    const { user } = show();
    const secret = (await screen.findByLabelText('Secret key')) as HTMLInputElement;
    expect([secret.type, secret.value]).toEqual(['password', '']);
    await user.click(screen.getByRole('button', { name: 'Remove: Secret key' }));
    await screen.findByText('Will be removed when you save.');
    expect(await accessibilityFaults()).toEqual([]);
    await user.click(save());
    // The provider's forms would refuse whatever is sent with them.
    await screen.findByText('Choose “None” as captcha provider to remove its key.');
    expect(written()).toEqual([]);
    await user.selectOptions(screen.getByLabelText('Captcha provider'), 'None');
    await user.click(save());
    await waitFor(() => expect(written()).toContainEqual(['captchaSecret', null]));
    // A provider that was chosen is taken back by that.
    expect(written()).toContainEqual(['captchaProvider', '']);
    await waitFor(() => expect(useToasts.getState().toasts).toHaveLength(1));
    await user.selectOptions(screen.getByLabelText('Captcha provider'), 'Turnstile');
    await user.type(screen.getByLabelText('Secret key'), 's3cret');
    await user.click(save());
    await waitFor(() => expect(written()).toContainEqual(['captchaSecret', 's3cret']));
  });

  it('saves no captcha provider without its keys, and nothing else beside it', async () => {
    const { user } = show();
    await user.selectOptions(await screen.findByLabelText('Captcha provider'), 'Turnstile');
    await user.click(screen.getByRole('switch', { name: /^Shop/ }));
    await user.click(save());
    await screen.findByText('Enter the secret key.');
    const siteKey = screen.getByLabelText('Site key');
    expect([siteKey.getAttribute('aria-invalid'), document.activeElement]).toEqual(['true', siteKey]);
    expect(written()).toEqual([]);
    await user.type(siteKey, 'site-key');
    await user.type(screen.getByLabelText('Secret key'), 's3cret');
    await user.click(save());
    await waitFor(() => expect(written()).toContainEqual(['captchaSecret', 's3cret']));
    expect(written()).toContainEqual(['captchaProvider', 'turnstile']);
  });

  it('has a provider without keys, as sites have from before, in the way of nothing else', async () => {
    Object.assign(entries[5] as ConfigEntry, { value: 'turnstile' });
    const { user } = show();
    await user.type(await screen.findByLabelText('Contact address'), 'office@willow.example');
    await user.click(save());
    await waitFor(() => expect(written()).toEqual([['contactAddress', 'office@willow.example']]));
    await waitFor(() => expect(useToasts.getState().toasts).toHaveLength(1));
    await user.type(screen.getByLabelText('Site key'), 'site-key');
    await user.click(save());
    await screen.findByText('Enter the secret key.');
    expect(written()).toHaveLength(1);
  });

  it('says what a key looks like that is not whole', async () => {
    entries.push(one('mailchimpKey', null, { isSecret: true, isSet: false }));
    const { user } = show();
    await user.type(await screen.findByLabelText('Mailchimp API key'), 'abc');
    await user.click(save());
    await screen.findByText('Enter the whole key, including its end, such as -us21.');
    expect(written()).toEqual([]);
    await user.type(screen.getByLabelText('Mailchimp API key'), 'def-us21');
    await user.click(save());
    await waitFor(() => expect(written()).toEqual([['mailchimpKey', 'abcdef-us21']]));
  });

  it('shows what somebody else has set meanwhile, and loses neither', async () => {
    const { user } = show();
    await user.type(await screen.findByLabelText('Contact address'), 'me@willow.example');
    Object.assign(entries[4] as ConfigEntry, { value: 'them@willow.example', version: 2 });
    await user.click(save());
    const decision = await screen.findByText(/Somebody else has changed this/);
    expect(screen.getByDisplayValue('them@willow.example')).toBeTruthy();
    await user.click(
      within(decision.closest('form') as HTMLElement).getByRole('button', { name: 'Save mine over theirs' }),
    );
    await waitFor(() => expect(entries[4]).toMatchObject({ value: 'me@willow.example', version: 3 }));
  });

  it('saves nothing beside what somebody else has set meanwhile', async () => {
    const { user } = show();
    await user.type(await screen.findByLabelText('Contact address'), 'me@willow.example');
    await user.click(screen.getByRole('switch', { name: /^Shop/ }));
    Object.assign(entries[4] as ConfigEntry, { value: 'them@willow.example', version: 2 });
    await user.click(save());
    await screen.findByText(/Somebody else has changed this/);
    expect(entries.find(({ key }) => key === 'hasEcom')).toMatchObject({ value: false, version: 1 });
  });

  it('says that emails are kept where nothing sends them', async () => {
    hasMail = false;
    show();
    expect((await screen.findByRole('link', { name: 'Emails' })).getAttribute('href')).toBe(
      '/cms-admin/emails',
    );
  });

  it('puts the keyboard into the field that its address names, also a switch and anew', async () => {
    const { router } = show('#hasCRM');
    const crm = await screen.findByRole('switch', { name: /^Customer relationships/ });
    await waitFor(() => expect(document.activeElement).toBe(crm));
    await act(() => router.navigate('/cms-admin/config#contactAddress'));
    const address = screen.getByLabelText('Contact address');
    await waitFor(() => expect(document.activeElement).toBe(address));
    screen.getByRole('button', { name: 'Save' }).focus();
    await act(() => router.navigate('/cms-admin/config#contactAddress'));
    await waitFor(() => expect(document.activeElement).toBe(address));
    await act(() => router.navigate('/cms-admin/config#"] *'));
    expect(document.activeElement).toBe(address);
  });

  it('is not for editors', async () => {
    storeClaims(claimsWith('editor'));
    show();
    await screen.findByRole('heading', { name: 'You cannot open this' });
    expect(calls).toEqual([]);
  });
});
