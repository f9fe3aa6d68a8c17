import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readSettings } from './settings.ts';

const ENVIRONMENT = {
  PORT: '8000',
  CONTENT_URL: 'http://content',
  AUTH_URL: 'http://auth',
  REDIS_URL: 'redis://redis',
  PUBLIC_URL: 'https://example.org/',
  KEYS_DIR: '/keys',
};

it('reads the environment', () => {
  const settings = readSettings(ENVIRONMENT);
  expect(settings).toMatchObject({ port: 8000, redisUrl: 'redis://redis', publicUrl: 'https://example.org' });
});

it('reads a secret from its file', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'settings-')), 'redis-url');
  writeFileSync(file, 'redis://:secret@redis\n');
  const settings = readSettings({ ...ENVIRONMENT, REDIS_URL: '', REDIS_URL_FILE: file });
  expect(settings.redisUrl).toBe('redis://:secret@redis');
});

it('says all that is wrong, one line for each', () => {
  const wrong = { ...ENVIRONMENT, PORT: 'http', AUTH_URL: '', KEYS_DIR: undefined, REDIS_URL: '' };
  expect(() => readSettings({ ...wrong, REDIS_URL_FILE: '/not/there' })).toThrow(
    new Error(
      [
        'web: AUTH_URL is missing',
        "web: REDIS_URL_FILE cannot be read: ENOENT: no such file or directory, open '/not/there'",
        'web: KEYS_DIR is missing',
        'web: PORT must be a number',
      ].join('\n'),
    ),
  );
});
