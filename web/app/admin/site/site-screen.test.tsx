import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { answerPicking, usePickings } from '../../media/picker/pick-files.ts';
import { storeClaims } from '../../session/session-store.ts';
import { accessibilityFaults } from '../../testing/accessibility.ts';
import { claimsWith } from '../../testing/screen.tsx';
import { useToasts } from '../../ui/toast.ts';
import { CARDS } from './cards.ts';
import {
  accent,
  begin,
  end,
  hidden,
  logo,
  save,
  sent,
  show,
  site,
  standard,
  template,
  toastSays,
  type,
} from './testing.tsx';

beforeEach(begin);
afterEach(end);

it('saves what was changed in both services at once, and takes all of it back', async () => {
  show();
  await screen.findByRole('textbox', { name: 'Accent' });
  expect(await accessibilityFaults()).toEqual([]);
  type('Accent', 'teal');
  type('Name', 'Rosehip ');
  fireEvent.change(screen.getByLabelText('Language'), { target: { value: 'de' } });
  save();
  await toastSays(/were saved/);
  expect(site.stored.sharedSCSS).toBe(accent('#008080'));
  expect(site.entries.slice(0, 2).map(({ value }) => value)).toEqual(['Rosehip', 'de']);
  expect(sent()).toHaveLength(3);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull());
  useToasts
    .getState()
    .toasts.find(({ action }) => action)
    ?.action?.onClick();
  await toastSays(/previous settings are back/);
  expect(site.stored.sharedSCSS).toBe(standard);
  expect(site.entries.slice(0, 2).map(({ value }) => value)).toEqual(['Willow', 'en']);
});

it('shows the logo that is chosen, saves it, and takes it back', async () => {
  const { user } = show();
  const part = await screen.findByRole('group', { name: 'Logo' });
  const pick = async (file: typeof logo) => {
    await user.click(within(part).getByRole('button', { name: /library|Replace/ }));
    answerPicking(usePickings.getState().asked[0]?.id ?? 0, [file]);
  };
  expect(screen.queryByRole('group', { name: 'Logo on dark pages' })).toBeNull();
  await pick(hidden);
  expect(await within(part).findByText(/This file is not public/)).toBeTruthy();
  await pick(logo);
  await user.click(await within(part).findByRole('switch', { name: 'Show the site’s name beside it' }));
  expect(within(part).queryByText(/This file is not public/)).toBeNull();
  expect(screen.getByRole('group', { name: 'Logo on dark pages' })).toBeTruthy();
  expect(await accessibilityFaults()).toEqual([]);
  save();
  await toastSays(/were saved/);
  const saved = () => site.entries.find(({ key }) => key === 'logo')?.value;
  expect(saved()).toEqual({ file: 'f1', withName: true });
  useToasts
    .getState()
    .toasts.find(({ action }) => action)
    ?.action?.onClick();
  await toastSays(/previous settings are back/);
  expect(saved()).toBeNull();
});

it('says which image is gone, and takes it away', async () => {
  const { user } = show();
  const part = await screen.findByRole('group', { name: 'Icon' });
  expect(await within(part).findByText(/This image was deleted/)).toBeTruthy();
  await user.click(within(part).getByRole('button', { name: 'Remove' }));
  save();
  await toastSays(/were saved/);
  expect(site.entries.find(({ key }) => key === 'icon')?.value).toBeNull();
});

it('puts the keyboard into the setting that its address names, each of those that the palette finds', async () => {
  const { router } = show('#timezone');
  await screen.findByRole('textbox', { name: 'Accent' });
  const focused = () => document.activeElement?.closest('[data-field]')?.getAttribute('data-field');
  await waitFor(() => expect(focused()).toBe('timezone'));
  for (const name of Object.values(CARDS).flatMap(({ settings }) => settings)) {
    await act(() => router.navigate(`/cms-admin/site#${name}`));
    expect(focused()?.split(' '), name).toContain(name);
  }
});

it('writes no colour that is none, and says so', async () => {
  show();
  await screen.findByRole('textbox', { name: 'Accent' });
  for (const typed of ['greenish', '#fff; } body { color: red', '#11223344', '']) {
    type('Accent', typed);
    expect(screen.getByText(/Enter a colour/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  }
  type('Name', ' ');
  expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
});

it('brings a font along, with a weight that it has', async () => {
  site.stored = {
    ...template,
    sharedSCSS: standard.replace('$heading-weight: 700;', '$heading-weight: 900;'),
  };
  const { user } = show();
  await user.click(await screen.findByRole('combobox', { name: 'Headings' }));
  await user.click(await screen.findByRole('option', { name: 'Lora' }));
  save();
  await toastSays(/were saved/);
  expect(site.stored.sharedSCSS).toContain('$heading-font: "Lora", serif;\n$heading-weight: 700;');
  expect(site.stored.fonts).toEqual(['Figtree', 'Lora']);
});

it('leaves to SCSS what is written there in another way', async () => {
  const written = standard.replace('$accent: #0b6b4f;', '$accent: color.mix(red, blue);');
  site.stored = { ...template, sharedSCSS: written };
  show();
  await screen.findByRole('textbox', { name: 'Background' });
  expect(screen.queryByRole('textbox', { name: 'Accent' })).toBeNull();
  expect(screen.getByText('Set in SCSS')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Open the template' }).getAttribute('href')).toBe(
    '/cms-admin/templates/7',
  );
  type('Background', '#fafafa');
  save();
  await toastSays(/were saved/);
  expect(site.stored.sharedSCSS).toBe(written.replace('$ground: #ffffff;', '$ground: #fafafa;'));
});

it('says why nothing can be shown, and is closed to editors', async () => {
  site.failing = '/cms/config';
  const { unmount } = show();
  expect(await screen.findByText('Broken')).toBeTruthy();
  unmount();
  storeClaims(claimsWith('editor'));
  show();
  expect(await screen.findByRole('heading')).toBeTruthy();
  expect(screen.queryByRole('textbox', { name: 'Accent' })).toBeNull();
});
