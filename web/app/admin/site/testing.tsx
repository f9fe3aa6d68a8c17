/** For tests: the screen of the site's settings, between services that answer as ours do. */
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, vi } from 'vitest';
import type { TemplateRecord } from '../../api/templates.ts';
import { aFile } from '../../media/testing.ts';
import { clearClaims, storeClaims } from '../../session/session-store.ts';
import { answerCalls, type Call, claimsWith, renderScreen } from '../../testing/screen.tsx';
import { useToasts } from '../../ui/toast.ts';
import { AdminScreen } from '../admin-screen.tsx';

export const standard = `// settings
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
export const template = {
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
export const other = { ...template, id: '8', name: 'Bold', pageCount: 0, isDefault: false } as TemplateRecord;

export const logo = aFile('f1', { name: 'logo.png' });
export const hidden = aFile('f2', { name: 'hidden.png', isPublic: false });

interface Entry {
  id: string;
  key: string;
  value: unknown;
  version: number;
}

/** What the services have, and what they were asked. */
interface Service {
  calls: Call[];
  stored: TemplateRecord;
  entries: Entry[];
  /** What a save of the template is answered, in place of what it would be. */
  onTemplate: (
    call: Call,
  ) => { status?: number; body?: unknown; headers?: Record<string, string> } | undefined;
  /** The path of a call that fails. */
  failing: string | undefined;
}

export const site: Service = {
  calls: [],
  stored: template,
  entries: [],
  onTemplate: () => undefined,
  failing: undefined,
};

/** Does as the services do: a save on an older version than the present one is refused. */
function answer(call: Call) {
  const { path, method, body } = call;
  const listed = (results: unknown[]) => ({
    body: { results, total: results.length, start: 0, limit: 100 },
  });
  const ifMatch = call.headers.get('if-match');
  const stale = { status: 412, body: { code: 'precondition_failed', title: 'Stale' } };
  if (path === site.failing) return { status: 500, body: { title: 'Broken', code: 'internal' } };
  if (method === 'PUT' && path === '/api/client/api/templates/7') {
    const own = site.onTemplate(call);
    if (own) return own;
    if (ifMatch !== `"${site.stored.version}"`) return stale;
    const { actions } = body as { actions: { name: string; meta: Record<string, string> }[] };
    for (const { name, meta } of actions) {
      if (name === 'TEMPLATE_SET_SHARED_SCSS')
        site.stored = { ...site.stored, sharedSCSS: meta.scss as string };
      else site.stored = { ...site.stored, fonts: JSON.parse(meta.fonts as string) };
    }
    site.stored = { ...site.stored, version: site.stored.version + 1 };
    return { body: site.stored };
  }
  if (method === 'PUT') {
    const entry = site.entries.find(({ id }) => path === `/cms/config/${id}`) as Entry;
    if (ifMatch !== `"${entry.version}"`) return stale;
    const { value } = body as { value: unknown };
    const kept = typeof value === 'string' ? value.trim() : value;
    const saved = { ...entry, value: kept, version: entry.version + 1 };
    site.entries = site.entries.map((each) => (each.id === entry.id ? saved : each));
    return { body: saved };
  }
  const file = [logo, hidden].find(({ id }) => path === `/cms/files/${id}`);
  if (file) return { body: file };
  if (path.endsWith('/gone')) return { status: 404, body: { title: 'Gone', code: 'file_not_found' } };
  if (path === '/cms/config') return { body: site.entries };
  if (path === '/client/templates') return listed([other, site.stored]);
  if (path === '/client/templates/7') return { body: site.stored };
  if (path.endsWith('/fonts')) return { body: { families: [LORA], css: '' } };
  if (path.endsWith('/scss')) return { body: { css: ':root{--accent:#123456}', warnings: [] } };
  return listed([]);
}

/** A site as it is before each test, and an administrator. */
export function begin(): void {
  storeClaims(claimsWith('admin'));
  site.stored = template;
  site.failing = undefined;
  site.onTemplate = () => undefined;
  site.entries = Object.entries({
    siteName: 'Willow',
    language: 'en',
    timezone: 'Europe/London',
    darkMode: 'automatic',
    logo: null,
    darkLogo: null,
    icon: { file: 'gone', width: null, height: null },
    hasEcom: false,
  }).map(([key, value], index) => ({ id: `e${index}`, key, value, version: 1 }));
  site.calls = answerCalls(answer);
}

export function end(): void {
  useToasts.setState({ toasts: [] });
  clearClaims();
  vi.unstubAllGlobals();
}

export const show = (hash = '') => {
  const Component = () => (
    <main>
      <AdminScreen />
    </main>
  );
  return renderScreen([{ path: '/cms-admin/*', Component }], `/cms-admin/site${hash}`);
};
export const sent = () => site.calls.filter(({ method }) => method === 'PUT');
export const type = (name: string, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } });
export const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }));
export const toastSays = (message: RegExp) =>
  waitFor(() =>
    expect(
      useToasts
        .getState()
        .toasts.map((each) => each.message)
        .join(),
    ).toMatch(message),
  );
export const accent = (value: string) => standard.replace('$accent: #0b6b4f;', `$accent: ${value};`);
