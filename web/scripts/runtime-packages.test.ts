import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { closure, importedPackages, importsOfHost, type Lock } from './runtime-packages.ts';

describe('importedPackages', () => {
  it('finds what is imported at the top, later and by resolving', () => {
    const source = [
      "import { createServer } from 'node:http';",
      "import * as sass from 'sass';",
      "import type { A } from '../app/a.ts';",
      "import words from '#words/en';",
      "const { minify } = await import('rolldown/utils');",
      "import { SignJWT } from 'jose/jwt/sign';",
      "import { x } from '@redis/client/dist';",
      ['require.resolve(`@fontsource-variable/$', '{family}/package.json`);'].join(''),
    ].join('\n');
    expect(importedPackages(source)).toEqual([
      '@fontsource-variable/',
      '@redis/client',
      'jose',
      'rolldown',
      'sass',
    ]);
  });
});

describe('closure', () => {
  const lock: Lock = {
    packages: {
      '': {},
      'node_modules/a': { dependencies: { b: '1', c: '1' }, peerDependencies: { absent: '1' } },
      'node_modules/b': { dependencies: { a: '1' } },
      'node_modules/c': {},
      'node_modules/a/node_modules/c': { dependencies: { d: '1' }, optionalDependencies: { e: '1' } },
      'node_modules/d': {},
      'node_modules/f/one': {},
      'node_modules/f/two': {},
      'node_modules/unused': {},
    },
  };

  it('follows what packages need, each from its own place', () => {
    expect(closure(['a'], lock)).toEqual([
      'node_modules/a',
      'node_modules/a/node_modules/c',
      'node_modules/b',
      'node_modules/d',
    ]);
  });

  it('takes all members of a family', () => {
    expect(closure(['f/'], lock)).toEqual(['node_modules/f/one', 'node_modules/f/two']);
  });

  it('says what the lock lacks', () => {
    expect(() => closure(['absent'], lock)).toThrow('absent is imported');
  });
});

describe('the web host', () => {
  const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
  const lock: Lock = JSON.parse(read('package-lock.json'));
  const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(read('package.json'));

  it('runs with `dependencies` alone', () => {
    const named = importsOfHost().filter((name) => !name.endsWith('/'));
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !(name in dependencies))).toEqual([]);
  });

  it('runs without what the build needs', () => {
    const found = closure(importsOfHost(), lock);
    expect(found).toContain('node_modules/jose');
    const ofTheBuild = /^node_modules\/(vite|vitest|@vitejs\/|@babel\/|@lingui\/|typescript|@biomejs\/)/;
    expect(found.filter((place) => ofTheBuild.test(place))).toEqual([]);
  });

  it('imports packages from its own folder alone, where the image looks for them', () => {
    const server = new URL('../server/', import.meta.url);
    const waiting = readdirSync(server)
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => new URL(name, server).href);
    const seen = new Set(waiting);
    const elsewhere: string[] = [];
    for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
      const source = readFileSync(new URL(place), 'utf8');
      // Without types, which Node strips.
      const running = source.replaceAll(/^(import|export) type [^;]*;$/gm, '');
      if (!place.startsWith(server.href)) elsewhere.push(...importedPackages(running));
      for (const [, path] of running.matchAll(/\bfrom '(\.[^']+\.ts)'/g)) {
        const next = new URL(path ?? '', place);
        if (existsSync(next) && !seen.has(next.href)) waiting.push(next.href);
        seen.add(next.href);
      }
    }
    expect(seen.size).toBeGreaterThan(50);
    expect(elsewhere).toEqual([]);
  });
});
