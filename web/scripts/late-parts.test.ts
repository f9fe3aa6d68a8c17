import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const APP = fileURLToPath(new URL('../app', import.meta.url));
const LAZY = /import\s*(?:type\s*)?\{[^}]*\blazy\b[^}]*\}\s*from 'react'/;

/**
 * React's `lazy` throws where a part cannot be loaded, offline or after an update of the site, and the whole screen goes
 * with it: a template that somebody had written was lost with the comparison that its conflict was to be shown in.
 */
it('parts that are loaded later come by ui/load-failure.tsx, or by plugins/members/awake.tsx', async () => {
  const files = (await readdir(APP, { recursive: true })).filter((name) => /\.tsx?$/.test(name));
  const lazy: string[] = [];
  for (const name of files) if (LAZY.test(await readFile(join(APP, name), 'utf8'))) lazy.push(name);
  expect(lazy).toEqual([]);
});
