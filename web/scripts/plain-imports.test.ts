import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { plainImports } from '../vite.plain-imports.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plain-imports-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Builds a script with what it imports; gives the code of its files. */
async function built(files: Record<string, string>, plugins: Plugin[]): Promise<string> {
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const found = await build({
    configFile: false,
    root: folder,
    logLevel: 'silent',
    plugins,
    build: {
      write: false,
      modulePreload: { polyfill: false, resolveDependencies: () => [] },
      rolldownOptions: { input: join(folder, 'main.js') },
    },
  });
  if (!('output' in found)) throw new TypeError('One script is one build.');
  return found.output.map((part) => (part.type === 'chunk' ? part.code : '')).join('\n');
}

const later = { 'main.js': `import('./late.js').then(({ say }) => say());` };

it('leaves an import to the browser', async () => {
  const files = { ...later, 'late.js': `export const say = () => console.log('late');` };
  expect(await built(files, [])).toContain('preloadError');
  const code = await built(files, [plainImports()]);
  expect(code).not.toMatch(/preload|createElement/i);
  expect(code).toMatch(/import\([`'"]\.\/late/);
});

it('ends the build where a part that is loaded later has styles', async () => {
  const files = {
    ...later,
    'late.js': `import './late.css';\nexport const say = () => console.log('late');`,
    'late.css': 'p { color: red }',
  };
  await expect(built(files, [plainImports()])).rejects.toThrow('styles of its own');
});
