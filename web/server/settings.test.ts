import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
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
  const wrong = {
    ...ENVIRONMENT,
    PORT: 'http',
    DRAIN_SECONDS: 'a while',
    AUTH_URL: '',
    KEYS_DIR: undefined,
    REDIS_URL: '',
  };
  expect(() => readSettings({ ...wrong, REDIS_URL_FILE: '/not/there' })).toThrow(
    new Error(
      [
        'web: AUTH_URL is missing',
        "web: REDIS_URL_FILE cannot be read: ENOENT: no such file or directory, open '/not/there'",
        'web: KEYS_DIR is missing',
        'web: PORT must be a number',
        'web: DRAIN_SECONDS must be a number from 0 to 300',
      ].join('\n'),
    ),
  );
});

it('says which addresses are none, and never what they are', () => {
  const wrong = {
    CONTENT_URL: 'content:8000',
    ECOM_URL: 'nowhere',
    PUBLIC_URL: 'www.example.org',
    REDIS_URL: 'localhost:6379',
    PAGE_CACHE_BYTES: '64 MB',
  };
  expect(() => readSettings({ ...ENVIRONMENT, ...wrong })).toThrow(
    new Error(
      [
        'web: PAGE_CACHE_BYTES must be a number',
        'web: CONTENT_URL must be an address that begins with http:// or https://',
        'web: ECOM_URL must be an address that begins with http:// or https://',
        'web: PUBLIC_URL must be an address that begins with http:// or https://',
        'web: REDIS_URL must be an address that begins with redis://',
      ].join('\n'),
    ),
  );
});

describe('a cache in front', () => {
  const told = (given: Record<string, string>) => readSettings({ ...ENVIRONMENT, ...given }).purge;

  it('is told of nothing unless it is named', () => {
    expect(told({})).toBeUndefined();
    expect(told({ CACHE_PURGE_URL: '', CACHE_PURGE_HEADER: '' })).toBeUndefined();
  });

  it('is told with the header that it wants', () => {
    const purge = told({ CACHE_PURGE_URL: 'http://cache:8081', CACHE_PURGE_HEADER: 'Fastly-Key: a: b' });
    expect(purge).toEqual({ url: new URL('http://cache:8081'), header: ['Fastly-Key', 'a: b'] });
  });

  it.each([
    ['cache:8081', '', 'CACHE_PURGE_URL must be an address such as http://cache:8081'],
    ['ftp://cache', '', 'CACHE_PURGE_URL must be an address such as http://cache:8081'],
    ['http://user:secret@cache', '', 'CACHE_PURGE_URL must be an address such as http://cache:8081'],
    ['http://cache', 'secret', 'CACHE_PURGE_HEADER must be like Authorization: Bearer …'],
    ['http://cache', 'A: b\r\nC: d', 'CACHE_PURGE_HEADER must be like Authorization: Bearer …'],
    ['', 'A: secret', 'CACHE_PURGE_URL is missing, since CACHE_PURGE_HEADER is given'],
  ])('%s with %j is refused in one line, which tells no secret', (url, header, fault) => {
    const given = { CACHE_PURGE_URL: url, CACHE_PURGE_HEADER: header };
    expect(() => told(given)).toThrow(new Error(`web: ${fault}`));
  });
});
