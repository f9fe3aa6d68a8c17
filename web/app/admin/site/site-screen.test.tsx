import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { TemplateRecord } from '../../api/templates.ts';
import { answerPicking, usePickings } from '../../media/picker/pick-files.ts';
import { aFile } from '../../media/testing.ts';
import { clearClaims, storeClaims } from '../../session/session-store.ts';
import { accessibilityFaults } from '../../testing/accessibility.ts';
import { answerCalls, type Call, claimsWith, renderScreen } from '../../testing/screen.tsx';
import { useToasts } from '../../ui/toast.ts';
import { AdminScreen } from '../admin-screen.tsx';

const standard = `// settings
$accent: #0b6b4f; // links, buttons, marks
$neutral: #16211d;
$ground: #ffffff;
$heading-font: "Funnel Display", sans-serif;
$heading-weight: 700;
$text-font: "Figtree", sans-serif;
$interface-font: "Figtree", sans-serif;
$text-size: 1.0625rem;
$scale: 1.26;
$spacing: 1;
$radius: 0.625rem;
$dark-mode: automatic;
// end of settings
`;
const LORA = { name: 'Lora', weights: '400 700', styles: ['normal', 'italic'], generic: 'serif' };
const template = {
  id: '7',
  name: 'Default',
  version: 2,
  sharedSCSS: standard,
  inlineSCSS: 'a { }',
  inlineCSS: 'a{}',
  externalSCSS: '',
  externalCSS: '',
  js: '',
  fonts: ['Funnel Display', 'Figtree'],
  pageCount: 1,
  isDefault: true,
} as unknown as TemplateRecord;
const other = { ...template, id: '8', name: 'Bold', pageCount: 0, isDefault: false } as TemplateRecord;

const logo = aFile('f1', { name: 'logo.png' });
const hidden = aFile('f2', { name: 'hidden.png', isPublic: false });

let calls: Call[];
let stored: TemplateRecord;
let entries: { id: string; key: string; value: unknown; version: number }[];
let onTemplate: (call: Call) => { status?: number; body?: unknown } | undefined;
let failing: string | undefined;

/** Does as the services do: a save on an older version than the present one is refused. */
function answer(call: Call) {
  const { path, method, body } = call;
  const listed = (results: unknown[]) => ({
    body: { results, total: results.length, start: 0, limit: 100 },
  });
  const ifMatch = call.headers.get('if-match');
  const stale = { status: 412, body: { code: 'precondition_failed', title: 'Stale' } };
  if (path === failing) return { status: 500, body: { title: 'Broken', code: 'internal' } };
  if (method === 'PUT' && path === '/api/client/api/templates/7') {
    const own = onTemplate(call);
    if (own) return own;
    if (ifMatch !== `"${stored.version}"`) return stale;
    const { actions } = body as { actions: { name: string; meta: Record<string, string> }[] };
    for (const { name, meta } of actions) {
      if (name === 'TEMPLATE_SET_SHARED_SCSS') stored = { ...stored, sharedSCSS: meta.scss as string };
      else stored = { ...stored, fonts: JSON.parse(meta.fonts as string) };
    }
    stored = { ...stored, version: stored.version + 1 };
    return { body: stored };
  }
  if (method === 'PUT') {
    const entry = entries.find(({ id }) => path === `/cms/config/${id}`) as (typeof entries)[number];
    if (ifMatch !== `"${entry.version}"`) return stale;
    const { value } = body as { value: unknown };
    const kept = typeof value === 'string' ? value.trim() : value;
    const saved = { ...entry, value: kept, version: entry.version + 1 };
    entries = entries.map((each) => (each.id === entry.id ? saved : each));
    return { body: saved };
  }
  const file = [logo, hidden].find(({ id }) => path === `/cms/files/${id}`);
  if (file) return { body: file };
  if (path.endsWith('/gone')) return { status: 404, body: { title: 'Gone', code: 'file_not_found' } };
  if (path === '/cms/config') return { body: entries };
  if (path === '/client/templates') return listed([other, stored]);
  if (path === '/client/templates/7') return { body: stored };
  if (path.endsWith('/fonts')) return { body: { families: [LORA], css: '' } };
  if (path.endsWith('/scss')) return { body: { css: ':root{--accent:#123456}', warnings: [] } };
  return listed([]);
}

beforeEach(() => {
  storeClaims(claimsWith('admin'));
  stored = template;
  failing = undefined;
  onTemplate = () => undefined;
  entries = Object.entries({
    siteName: 'Willow',
    language: 'en',
    timezone: 'Europe/London',
    darkMode: 'automatic',
    logo: null,
    darkLogo: null,
    icon: { file: 'gone', width: null, height: null },
    hasEcom: false,
  }).map(([key, value], index) => ({ id: `e${index}`, key, value, version: 1 }));
  calls = answerCalls(answer);
});

afterEach(() => {
  useToasts.setState({ toasts: [] });
  clearClaims();
  vi.unstubAllGlobals();
});

const show = () => {
  const Component = () => (
    <main>
      <AdminScreen />
    </main>
  );
  return renderScreen([{ path: '/cms-admin/*', Component }], '/cms-admin/site');
};
const sent = () => calls.filter(({ method }) => method === 'PUT');
const type = (name: string, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } });
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }));
const told = (message: RegExp) =>
  waitFor(() =>
    expect(
      useToasts
        .getState()
        .toasts.map((each) => each.message)
        .join(),
    ).toMatch(message),
  );
const accent = (value: string) => standard.replace('$accent: #0b6b4f;', `$accent: ${value};`);

it('saves what was changed in both services at once, and takes all of it back', async () => {
  show();
  await screen.findByRole('textbox', { name: 'Accent' });
  expect(await accessibilityFaults()).toEqual([]);
  type('Accent', 'teal');
  type('Name', 'Rosehip ');
  fireEvent.change(screen.getByLabelText('Language'), { target: { value: 'de' } });
  save();
  await told(/were saved/);
  expect(stored.sharedSCSS).toBe(accent('#008080'));
  expect(entries.slice(0, 2).map(({ value }) => value)).toEqual(['Rosehip', 'de']);
  expect(sent()).toHaveLength(3);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull());
  useToasts
    .getState()
    .toasts.find(({ action }) => action)
    ?.action?.onClick();
  await told(/previous settings are back/);
  expect(stored.sharedSCSS).toBe(standard);
  expect(entries.slice(0, 2).map(({ value }) => value)).toEqual(['Willow', 'en']);
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
  expect(await within(part).findByText(/Not everybody may see this file/)).toBeTruthy();
  await pick(logo);
  await user.click(await within(part).findByRole('switch', { name: 'Show the site’s name beside it' }));
  expect(within(part).queryByText(/Not everybody may see this file/)).toBeNull();
  expect(screen.getByRole('group', { name: 'Logo on dark pages' })).toBeTruthy();
  expect(await accessibilityFaults()).toEqual([]);
  save();
  await told(/were saved/);
  const saved = () => entries.find(({ key }) => key === 'logo')?.value;
  expect(saved()).toEqual({ file: 'f1', withName: true });
  useToasts
    .getState()
    .toasts.find(({ action }) => action)
    ?.action?.onClick();
  await told(/previous settings are back/);
  expect(saved()).toBeNull();
});

it('says which image is gone, and takes it away', async () => {
  const { user } = show();
  const part = await screen.findByRole('group', { name: 'Icon' });
  expect(await within(part).findByText(/This image was deleted/)).toBeTruthy();
  await user.click(within(part).getByRole('button', { name: 'Remove' }));
  save();
  await told(/were saved/);
  expect(entries.find(({ key }) => key === 'icon')?.value).toBeNull();
});

it('asks whose image counts where somebody else has chosen another', async () => {
  const { user } = show();
  const part = await screen.findByRole('group', { name: 'Icon' });
  await user.click(within(part).getByRole('button', { name: 'Remove' }));
  entries = entries.map((each) =>
    each.key === 'icon' ? { ...each, value: { file: 'f1' }, version: 4 } : each,
  );
  save();
  const row = await screen.findByRole('row', { name: /^Icon/ });
  expect(await within(row).findByText('logo.png')).toBeTruthy();
  expect(within(row).getByText('None')).toBeTruthy();
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
  stored = { ...template, sharedSCSS: standard.replace('$heading-weight: 700;', '$heading-weight: 900;') };
  const { user } = show();
  await user.click(await screen.findByRole('combobox', { name: 'Headings' }));
  await user.click(await screen.findByRole('option', { name: 'Lora' }));
  save();
  await told(/were saved/);
  expect(stored.sharedSCSS).toContain('$heading-font: "Lora", serif;\n$heading-weight: 700;');
  expect(stored.fonts).toEqual(['Figtree', 'Lora']);
});

it('keeps what somebody else has changed beside it', async () => {
  show();
  await screen.findByRole('textbox', { name: 'Accent' });
  type('Accent', '#112233');
  stored = { ...stored, version: 5, sharedSCSS: standard.replace('$ground: #ffffff;', '$ground: ivory;') };
  save();
  await told(/were saved/);
  expect(stored.sharedSCSS).toBe(accent('#112233').replace('$ground: #ffffff;', '$ground: ivory;'));
});

it('asks where somebody else has changed the same', async () => {
  const { user } = show();
  await screen.findByRole('textbox', { name: 'Accent' });
  type('Accent', '#112233');
  type('Name', 'Mine');
  stored = { ...stored, version: 5, sharedSCSS: accent('#445566') };
  save();
  const row = await screen.findByRole('row', { name: /^Accent/ });
  expect(
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['#445566', '#112233']);
  expect(stored.version).toBe(5);
  await user.click(screen.getByRole('button', { name: 'Save mine over theirs' }));
  await told(/were saved/);
  expect([stored.sharedSCSS, entries[0]?.value]).toEqual([accent('#112233'), 'Mine']);
});

it('keeps what is set back to what it was while a save is on its way', async () => {
  show();
  await screen.findByRole('textbox', { name: 'Accent' });
  type('Accent', '#112233');
  onTemplate = () => {
    onTemplate = () => undefined;
    type('Accent', '#0b6b4f');
    return undefined;
  };
  save();
  await told(/were saved/);
  expect(stored.sharedSCSS).toBe(accent('#112233'));
  expect(screen.getByRole('textbox', { name: 'Accent' })).toHaveProperty('value', '#0b6b4f');
  save();
  await waitFor(() => expect(stored.sharedSCSS).toBe(standard));
});

it('takes back all of a save that stopped half-way and was ended later', async () => {
  show();
  await screen.findByRole('textbox', { name: 'Accent' });
  type('Accent', '#112233');
  type('Name', 'Mine');
  failing = '/cms/config/e0';
  save();
  await told(/Broken/);
  expect([stored.sharedSCSS, entries[0]?.value]).toEqual([accent('#112233'), 'Willow']);
  failing = undefined;
  save();
  await told(/were saved/);
  useToasts
    .getState()
    .toasts.find(({ action }) => action)
    ?.action?.onClick();
  await told(/previous settings are back/);
  expect([stored.sharedSCSS, entries[0]?.value]).toEqual([standard, 'Willow']);
});

it('asks no more where all is discarded', async () => {
  const { user } = show();
  await screen.findByRole('textbox', { name: 'Accent' });
  type('Accent', '#112233');
  stored = { ...stored, version: 5, sharedSCSS: accent('#445566') };
  save();
  await screen.findByRole('row', { name: /^Accent/ });
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(screen.queryByRole('button', { name: 'Save mine over theirs' })).toBeNull();
  expect(screen.getByRole('textbox', { name: 'Accent' })).toHaveProperty('value', '#445566');
});

it('leaves to SCSS what is written there in another way', async () => {
  const written = standard.replace('$accent: #0b6b4f;', '$accent: color.mix(red, blue);');
  stored = { ...template, sharedSCSS: written };
  show();
  await screen.findByRole('textbox', { name: 'Background' });
  expect(screen.queryByRole('textbox', { name: 'Accent' })).toBeNull();
  expect(screen.getByText('Set in SCSS')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Open the template' }).getAttribute('href')).toBe(
    '/cms-admin/templates/7',
  );
  type('Background', '#fafafa');
  save();
  await told(/were saved/);
  expect(stored.sharedSCSS).toBe(written.replace('$ground: #ffffff;', '$ground: #fafafa;'));
});

it('loses nothing when a save is refused', async () => {
  onTemplate = () => ({
    status: 503,
    body: { title: 'Busy', code: 'compiler_unavailable', detail: 'Busy.' },
  });
  show();
  await screen.findByRole('textbox', { name: 'Accent' });
  type('Accent', '#112233');
  type('Name', 'Mine');
  save();
  await told(/Busy/);
  expect([stored.sharedSCSS, entries[0]?.value]).toEqual([standard, 'Willow']);
  expect(screen.getByRole('textbox', { name: 'Accent' })).toHaveProperty('value', '#112233');
  onTemplate = () => undefined;
  save();
  await told(/were saved/);
  expect(entries[0]?.value).toBe('Mine');
});

it('says why nothing can be shown, and is closed to editors', async () => {
  failing = '/cms/config';
  const { unmount } = show();
  expect(await screen.findByText('Broken')).toBeTruthy();
  unmount();
  storeClaims(claimsWith('editor'));
  show();
  expect(await screen.findByRole('heading')).toBeTruthy();
  expect(screen.queryByRole('textbox', { name: 'Accent' })).toBeNull();
});
