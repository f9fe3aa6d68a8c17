import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createChunkNames, ENTRIES } from '../vite.chunks.ts';

const editor = fileURLToPath(new URL('../app/routes/editor-route.tsx', import.meta.url));
const text = fileURLToPath(new URL('../app/plugins/rich-text/rich-text.tsx', import.meta.url));
const inForms = fileURLToPath(new URL('../app/writing/rich-text-field.tsx', import.meta.url));

const LIBRARY = '/web/node_modules/@mantine/core/esm';

/** What imports what: at once, and when it first needs it. */
const GRAPH: Record<string, { code?: string; now?: string[]; later?: string[] }> = {
  [ENTRIES.app]: { now: ['router'] },
  router: {
    code: 'import { Button as Press } from "@mantine/core";',
    now: ['fetch', `${LIBRARY}/index.mjs`],
    later: [editor, 'admin'],
  },
  [`${LIBRARY}/index.mjs`]: {
    code: 'import { Button } from "./button.mjs";\nimport { Chart } from "./chart.mjs";\nexport { Button, Chart };',
    now: [`${LIBRARY}/button.mjs`, `${LIBRARY}/chart.mjs`],
  },
  [`${LIBRARY}/button.mjs`]: { now: [`${LIBRARY}/press.mjs`] },
  [editor]: { now: ['canvas', 'query', 'fetch', 'bar', 'toolbar'], later: ['dialog', text] },
  canvas: { now: ['router'], later: ['view'] },
  admin: { now: ['query'], later: ['chart', inForms] },
  [inForms]: { now: ['bar', 'query', text] },
  dialog: { now: ['canvas'] },
  [text]: { now: ['prosemirror', 'canvas'] },
  [ENTRIES.visitor]: { later: ['consent'] },
  [ENTRIES.islands]: { now: ['fetch'], later: ['view'] },
  [ENTRIES.session]: {},
};
const modules = {
  getModuleInfo: (id: string) => ({
    code: GRAPH[id]?.code ?? null,
    importedIds: GRAPH[id]?.now ?? [],
    dynamicallyImportedIds: GRAPH[id]?.later ?? [],
  }),
};

describe('the files of the build', () => {
  const name = createChunkNames();

  it.each([
    ['what every screen starts with', 'router', 'start'],
    ['what a screen takes from a large library', `${LIBRARY}/button.mjs`, 'start'],
    ['what that in turn is made of', `${LIBRARY}/press.mjs`, 'start'],
    ['what the editor alone has', 'toolbar', 'editor'],
    ['the editor itself', editor, 'editor'],
    ['what it shares with another screen', 'query', 'screens'],
    ['the editor of texts', 'prosemirror', 'rich-text'],
    ['what the editor shares with forms that have rich text', 'bar', 'writing'],
    ['what it shares with the editor of texts', 'canvas', 'writing'],
  ])('%s goes into one', (_what, id, chunk) => {
    expect(name(id, modules)).toBe(chunk);
  });

  it.each([
    ['what visitors load too', 'fetch'],
    ["a plugin's view", 'view'],
    ['what visitors load later', 'consent'],
    ['another screen', 'admin'],
    ['what the editor loads later', 'dialog'],
    ["the SPA's entry", ENTRIES.app],
    ['what nobody has taken from a large library yet', `${LIBRARY}/chart.mjs`],
  ])('%s is left to the bundler', (_what, id) => {
    expect(name(id, modules)).toBeNull();
  });
});
