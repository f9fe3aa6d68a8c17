import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { APP, createChunkNames as namesOfScreens } from '../vite.chunks.screens.ts';
import { ENTRIES, createChunkNames as namesOfPages } from '../vite.chunks.ts';

const editor = fileURLToPath(new URL('../app/routes/editor-route.tsx', import.meta.url));
const text = fileURLToPath(new URL('../app/plugins/rich-text/rich-text.tsx', import.meta.url));
const shell = fileURLToPath(new URL('../app/admin/admin-shell.tsx', import.meta.url));
const screen = fileURLToPath(new URL('../app/admin/admin-screen.tsx', import.meta.url));
const login = fileURLToPath(new URL('../app/routes/login-screen.tsx', import.meta.url));
const resources = ['brands', 'people', 'trackers'].map((name) =>
  fileURLToPath(new URL(`../app/admin/${name}/resource.tsx`, import.meta.url)),
);
const inForms = fileURLToPath(new URL('../app/writing/rich-text-field.tsx', import.meta.url));

const at = (path: string) => fileURLToPath(new URL(`../app/plugins/${path}`, import.meta.url));
const [loginView, checkout] = [at('cms.login/render.tsx'), at('ecom.checkout/render.tsx')];
const [success, summary] = [at('ecom.checkoutSuccess/render.tsx'), at('ecom.basketSummary/render.tsx')];
const [form, frame] = [at('members/form.tsx'), at('members/field-frame.tsx')];
const [thanks, rows] = [at('shop/thanks-heading.tsx'), at('shop/summary-rows.tsx')];
const [json, formats] = ['api/json.ts', 'words/use-formats.ts'].map((path) =>
  fileURLToPath(new URL(`../app/${path}`, import.meta.url)),
) as [string, string];

const LIBRARY = '/web/node_modules/@mantine/core/esm';
const CLIENT = fileURLToPath(new URL('../app/api/generated', import.meta.url));

/** What imports what: at once, and when it first needs it. */
const GRAPH: Record<string, { code?: string; now?: string[]; later?: string[] }> = {
  [APP]: { now: ['router'] },
  router: {
    code: 'import { Button as Press } from "@mantine/core";',
    now: ['fetch', `${LIBRARY}/index.mjs`],
    later: [editor, 'admin', shell, screen, login],
  },
  [`${LIBRARY}/index.mjs`]: {
    code: 'import { Button } from "./button.mjs";\nimport { Chart } from "./chart.mjs";\nexport { Button, Chart };',
    now: [`${LIBRARY}/button.mjs`, `${LIBRARY}/chart.mjs`],
  },
  [`${LIBRARY}/button.mjs`]: { now: [`${LIBRARY}/press.mjs`] },
  [editor]: {
    code: 'import { pagesGet } from "../api/generated/index.ts";',
    now: ['canvas', 'query', 'fetch', 'bar', 'toolbar', `${CLIENT}/index.ts`],
    later: ['dialog', text],
  },
  [`${CLIENT}/index.ts`]: {
    code: 'export { pagesGet } from "./sdk/pages.gen.ts";\nexport { ordersGet } from "./sdk/orders.gen.ts";',
    now: [`${CLIENT}/sdk/pages.gen.ts`, `${CLIENT}/sdk/orders.gen.ts`],
  },
  canvas: { now: ['router'], later: [checkout] },
  admin: { now: ['query'], later: ['chart', inForms] },
  [shell]: { now: ['navigation', 'query'] },
  [screen]: { now: ['list', 'select', 'password'], later: resources },
  [login]: { now: ['password'] },
  ...Object.fromEntries(
    resources.map((resource, index) => [resource, { now: ['columns', ...(index > 0 ? ['profile'] : [])] }]),
  ),
  [inForms]: { now: ['bar', 'query', text] },
  dialog: { now: ['canvas', 'select'] },
  [text]: { now: ['prosemirror', 'canvas'] },
  [ENTRIES.visitor]: { later: ['consent'] },
  [ENTRIES.islands]: { now: ['slot', 'languages'] },
  slot: { now: ['words'] },
  [loginView]: { now: [form, 'fetch', 'words'] },
  [checkout]: {
    now: [
      form,
      'fetch',
      at('ecom.checkout/details.tsx'),
      at('shop/basket.ts'),
      thanks,
      rows,
      at('headings.tsx'),
      json,
      formats,
    ],
    later: ['pay'],
  },
  [summary]: { now: [rows, formats] },
  [success]: { now: [thanks, json] },
  [form]: { now: [frame, 'words'] },
  [json]: { now: ['call', 'languages'] },
  [formats]: { now: ['words', 'money'] },
  [ENTRIES.session]: { now: ['languages', at('shop/basket.ts')] },
};
const modules = {
  getModuleInfo: (id: string) => ({
    code: GRAPH[id]?.code ?? null,
    importedIds: GRAPH[id]?.now ?? [],
    dynamicallyImportedIds: GRAPH[id]?.later ?? [],
  }),
};

describe('the files of the screens', () => {
  const name = namesOfScreens();

  it.each([
    ['what every screen starts with', 'router', 'start'],
    ['the entry itself', APP, 'start'],
    ['what visitors load too', 'fetch', 'start'],
    ['what a screen takes from a large library', `${LIBRARY}/button.mjs`, 'start'],
    ['what that in turn is made of', `${LIBRARY}/press.mjs`, 'start'],
    ['what the editor alone has', 'toolbar', 'editor'],
    ['a call that it alone makes', `${CLIENT}/sdk/pages.gen.ts`, 'editor'],
    ['the editor itself', editor, 'editor'],
    ['what it shares with another screen', 'query', 'screens'],
    ['the frame of the admin', 'navigation', 'admin'],
    ['what draws its screens', 'list', 'admin-screen'],
    ['what many of its screens share', 'columns', 'admin-screen'],
    ["what they share with the editor's dialogs", 'select', 'forms'],
    ['what they share with the login', 'password', 'fields'],
    ['the editor of texts', 'prosemirror', 'rich-text'],
    ['the view of what nearly every page has', at('cms.menu/render.tsx'), 'rich-text'],
    ['what the editor shares with forms that have rich text', 'bar', 'writing'],
    ['what it shares with the editor of texts', 'canvas', 'writing'],
    ['what several views share', form, 'views'],
    ['what that in turn is made of', frame, 'views'],
  ])('%s goes into one', (_what, id, chunk) => {
    expect(name(id, modules)).toBe(chunk);
  });

  it.each([
    ["a plugin's view", checkout],
    ['what one view has alone', at('ecom.checkout/details.tsx')],
    ['what a view loads later', 'pay'],
    ['another screen', 'admin'],
    ['a screen of the admin', resources[0] as string],
    ['what few of its screens share', 'profile'],
    ['what the editor loads later', 'dialog'],
    ['what nobody has taken from a large library yet', `${LIBRARY}/chart.mjs`],
    ['a call that nobody makes yet', `${CLIENT}/sdk/orders.gen.ts`],
  ])('%s is left to the bundler', (_what, id) => {
    expect(name(id, modules)).toBeNull();
  });
});

describe("the files of visitors' pages", () => {
  const name = namesOfPages();

  it.each([
    ['what every island starts with', 'slot', 'views'],
    ['what that in turn is made of', 'words', 'views'],
    ['what forms of several plugins share', form, 'form'],
    ['what that in turn is made of', frame, 'form'],
    ['what a summary shares with the checkout', rows, 'basket'],
    ['what the thanks share with it', thanks, 'basket'],
    ['what is small and has many views', at('headings.tsx'), 'views'],
    ['what is of baskets, for scripts as well', at('shop/basket.ts'), 'kept-basket'],
    ['what they call services by', 'call', 'shared'],
    ['what they write numbers by', 'money', 'shared'],
  ])('%s is one file of islands', (_what, id, chunk) => {
    expect(name(id, modules)).toBe(chunk);
  });

  it('lets no page without islands load a file of theirs', () => {
    expect(name('languages', modules)).toBeNull();
  });

  it.each([
    ['the islands themselves', ENTRIES.islands],
    ['what one kind of island has alone', at('ecom.checkout/details.tsx')],
    ["a plugin's view", checkout],
    ['what a view loads later', 'pay'],
    ['what visitors load later', 'consent'],
  ])('%s is left to the bundler', (_what, id) => {
    expect(name(id, modules)).toBeNull();
  });
});
