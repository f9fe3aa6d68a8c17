import { readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { PurgeTarget } from './purges.ts';
import { type WatchSettings, watchSettings } from './watch-settings.ts';

const LONGEST_DRAIN = 300_000;
const HANG = { shortest: 5, longest: 3600 };

/** What the host is told by its environment. */
export interface Settings {
  host: string;
  port: number;
  /** A socket that listens there already and outlives this process: connections that come meanwhile wait. */
  listenFd?: number;
  contentUrl: string;
  authUrl: string;
  /** Services that only plugins need; a site may do without. */
  cmsUrl?: string;
  crmUrl?: string;
  ecomUrl?: string;
  redisUrl: string;
  /** Address of the site as visitors know it, without a slash at the end. */
  publicUrl: string;
  /** The folder with the host's own key. */
  keysDir: string;
  logLevel: string;
  /** The folder of the build, client and server. */
  dist: URL;
  /** How much memory finished pages may take, in bytes. */
  cacheBytes: number;
  /** A cache in front of the site that is told of changes. */
  purge?: PurgeTarget;
  /** For how many milliseconds the host goes on serving after it is asked to stop, until nobody sends it more. */
  drain: number;
  /** For how many seconds its event loop may stand still until the process ends; 0 for ever. */
  hangSeconds: number;
  /** The site's release. */
  release: string;
  watch: WatchSettings;
}

type Environment = Record<string, string | undefined>;

/**
 * Reads the environment, and for a setting that it lacks the file that `<NAME>_FILE` names, as secrets of containers are.
 * Throws an Error that says everything at once, one line for each.
 */
export function readSettings(environment: Environment): Settings {
  const faults: string[] = [];
  const optional = (name: string): string | undefined => {
    try {
      return environment[name] || fromFile(environment[`${name}_FILE`]) || undefined;
    } catch (error) {
      faults.push(`${name}_FILE cannot be read: ${(error as Error).message}`);
      return '';
    }
  };
  const required = (name: string): string => {
    const value = optional(name);
    if (value === undefined) faults.push(`${name} is missing`);
    return value ?? '';
  };
  const settings: Settings = {
    host: environment.HOST || '127.0.0.1',
    port: Number(required('PORT')),
    listenFd: environment.LISTEN_FD ? Number(environment.LISTEN_FD) : undefined,
    contentUrl: required('CONTENT_URL'),
    authUrl: required('AUTH_URL'),
    cmsUrl: environment.CMS_URL || undefined,
    crmUrl: environment.CRM_URL || undefined,
    ecomUrl: environment.ECOM_URL || undefined,
    redisUrl: required('REDIS_URL'),
    publicUrl: required('PUBLIC_URL').replace(/\/+$/, ''),
    keysDir: required('KEYS_DIR'),
    logLevel: environment.LOG_LEVEL || 'info',
    dist: folder(environment.WEB_DIST || fileURLToPath(new URL('../dist', import.meta.url))),
    cacheBytes: Number(environment.PAGE_CACHE_BYTES || 64 * 1024 * 1024),
    purge: purgeTarget(optional('CACHE_PURGE_URL'), optional('CACHE_PURGE_HEADER'), faults),
    drain: Number(environment.DRAIN_SECONDS || 0) * 1000,
    hangSeconds: Number(environment.HANG_SECONDS || 0),
    release: environment.RELEASE || 'development',
    watch: watchSettings(optional, faults),
  };
  if (!Number.isInteger(settings.port)) faults.push('PORT must be a number');
  if (!(settings.cacheBytes >= 0)) faults.push('PAGE_CACHE_BYTES must be a number');
  faults.push(...faultsOfAddresses(settings));
  if (!(settings.drain >= 0 && settings.drain <= LONGEST_DRAIN))
    faults.push('DRAIN_SECONDS must be a number from 0 to 300');
  if (!isHang(settings.hangSeconds)) faults.push('HANG_SECONDS must be 0 or a number from 5 to 3600');
  if (faults.length) throw new Error(faults.map((fault) => `web: ${fault}`).join('\n'));
  return settings;
}

function isHang(seconds: number): boolean {
  return seconds === 0 || (Number.isInteger(seconds) && seconds >= HANG.shortest && seconds <= HANG.longest);
}

/** What is wrong with addresses that are given. They are not in it themselves: that of Redis has a password. */
function faultsOfAddresses(settings: Settings): string[] {
  const parts = {
    CONTENT: 'contentUrl',
    AUTH: 'authUrl',
    CMS: 'cmsUrl',
    CRM: 'crmUrl',
    ECOM: 'ecomUrl',
  } as const;
  const named = Object.entries(parts).map(([part, member]) => [`${part}_URL`, settings[member]] as const);
  const wrong = [...named, ['PUBLIC_URL', settings.publicUrl] as const]
    .filter(([, address]) => address && !isAddress(address, /^https?:$/))
    .map(([name]) => `${name} must be an address that begins with http:// or https://`);
  if (settings.redisUrl && !isAddress(settings.redisUrl, /^rediss?:$/))
    wrong.push('REDIS_URL must be an address that begins with redis://');
  return wrong;
}

function isAddress(text: string, scheme: RegExp): boolean {
  return URL.canParse(text) && scheme.test(new URL(text).protocol);
}

/** The token in `header` is nowhere in a fault: those are logged. */
function purgeTarget(
  address: string | undefined,
  header: string | undefined,
  faults: string[],
): PurgeTarget | undefined {
  const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+): *([\x21-\x7e][\x20-\x7e]*)$/.exec(header ?? '') ?? [];
  if (header && !name) faults.push('CACHE_PURGE_HEADER must be like Authorization: Bearer …');
  if (header && !address) faults.push('CACHE_PURGE_URL is missing, since CACHE_PURGE_HEADER is given');
  if (!address) return undefined;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) {
    faults.push('CACHE_PURGE_URL must be an address such as http://cache:8081');
    return undefined;
  }
  return { url, header: name && value ? [name, value] : undefined };
}

/** Editors and shells end a file with a line break, which no setting does. */
function fromFile(path: string | undefined): string | undefined {
  return path ? readFileSync(path, 'utf8').trim() : undefined;
}

/** A folder's address, which ends in a slash so that names can be resolved in it. */
function folder(path: string): URL {
  return pathToFileURL(`${path.replace(/\/+$/, '')}/`);
}
