import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { useToasts } from '../../ui/toast.ts';
import { accent, begin, end, save, show, site, standard, toastSays, type } from './testing.tsx';

beforeEach(begin);
afterEach(end);

it('asks whose image counts where somebody else has chosen another', async () => {
  const { user } = show();
  const part = await screen.findByRole('group', { name: 'Icon' });
  await user.click(within(part).getByRole('button', { name: 'Remove' }));
  site.entries = site.entries.map((each) =>
    each.key === 'icon' ? { ...each, value: { file: 'f1' }, version: 4 } : each,
  );
  save();
  const row = await screen.findByRole('row', { name: /^Icon/ });
  expect(await within(row).findByText('logo.png')).toBeTruthy();
  expect(within(row).getByText('None')).toBeTruthy();
});

it('keeps what somebody else has changed beside it', async () => {
  show();
  await screen.findByRole('textbox', { name: 'Accent' });
  type('Accent', '#112233');
  site.stored = {
    ...site.stored,
    version: 5,
    sharedSCSS: standard.replace('$ground: #ffffff;', '$ground: ivory;'),
  };
  save();
  await toastSays(/were saved/);
  expect(site.stored.sharedSCSS).toBe(accent('#112233').replace('$ground: #ffffff;', '$ground: ivory;'));
});

it('asks where somebody else has changed the same', async () => {
  const { user } = show();
  await screen.findByRole('textbox', { name: 'Accent' });
  type('Accent', '#112233');
  type('Name', 'Mine');
  site.stored = { ...site.stored, version: 5, sharedSCSS: accent('#445566') };
  save();
  const row = await screen.findByRole('row', { name: /^Accent/ });
  expect(
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['#445566', '#112233']);
  expect(site.stored.version).toBe(5);
  await user.click(screen.getByRole('button', { name: 'Save mine over theirs' }));
  await toastSays(/were saved/);
  expect([site.stored.sharedSCSS, site.entries[0]?.value]).toEqual([accent('#112233'), 'Mine']);
});

it('keeps what is set back to what it was while a save is on its way', async () => {
  show();
  await screen.findByRole('textbox', { name: 'Accent' });
  type('Accent', '#112233');
  site.onTemplate = () => {
    site.onTemplate = () => undefined;
    type('Accent', '#0b6b4f');
    return undefined;
  };
  save();
  await toastSays(/were saved/);
  expect(site.stored.sharedSCSS).toBe(accent('#112233'));
  expect(screen.getByRole('textbox', { name: 'Accent' })).toHaveProperty('value', '#0b6b4f');
  save();
  await waitFor(() => expect(site.stored.sharedSCSS).toBe(standard));
});

it('takes back all of a save that stopped half-way and was ended later', async () => {
  show();
  await screen.findByRole('textbox', { name: 'Accent' });
  type('Accent', '#112233');
  type('Name', 'Mine');
  site.failing = '/cms/config/e0';
  save();
  await toastSays(/Broken/);
  expect([site.stored.sharedSCSS, site.entries[0]?.value]).toEqual([accent('#112233'), 'Willow']);
  site.failing = undefined;
  save();
  await toastSays(/were saved/);
  useToasts
    .getState()
    .toasts.find(({ action }) => action)
    ?.action?.onClick();
  await toastSays(/previous settings are back/);
  expect([site.stored.sharedSCSS, site.entries[0]?.value]).toEqual([standard, 'Willow']);
});

it('asks no more where all is discarded', async () => {
  const { user } = show();
  await screen.findByRole('textbox', { name: 'Accent' });
  type('Accent', '#112233');
  site.stored = { ...site.stored, version: 5, sharedSCSS: accent('#445566') };
  save();
  await screen.findByRole('row', { name: /^Accent/ });
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(screen.queryByRole('button', { name: 'Save mine over theirs' })).toBeNull();
  expect(screen.getByRole('textbox', { name: 'Accent' })).toHaveProperty('value', '#445566');
});

it('sends what could not be compiled at the moment once more by itself', async () => {
  let saves = 0;
  site.onTemplate = () => {
    saves += 1;
    const refused = { status: 503, body: { title: 'Busy' }, headers: { 'Retry-After': '0.01' } };
    return saves === 1 ? refused : undefined;
  };
  show();
  await screen.findByRole('textbox', { name: 'Accent' });
  type('Accent', '#112233');
  save();
  await toastSays(/were saved/);
  expect([saves, site.stored.sharedSCSS]).toEqual([2, accent('#112233')]);
});

it('loses nothing when a save is refused', async () => {
  site.onTemplate = () => ({
    status: 503,
    body: { title: 'Busy', code: 'compiler_unavailable', detail: 'Busy.' },
  });
  show();
  await screen.findByRole('textbox', { name: 'Accent' });
  type('Accent', '#112233');
  type('Name', 'Mine');
  save();
  await toastSays(/Busy/);
  expect([site.stored.sharedSCSS, site.entries[0]?.value]).toEqual([standard, 'Willow']);
  expect(screen.getByRole('textbox', { name: 'Accent' })).toHaveProperty('value', '#112233');
  site.onTemplate = () => undefined;
  save();
  await toastSays(/were saved/);
  expect(site.entries[0]?.value).toBe('Mine');
});
