import { describe, expect, it } from 'vitest';
import { closure, importedPackages, type Lock } from './runtime-packages.ts';

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
