import { fileURLToPath, pathToFileURL } from 'node:url';

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
}

type Environment = Record<string, string | undefined>;

/** Reads the environment. Throws an Error that names everything missing at once. */
export function readSettings(environment: Environment): Settings {
  const missing: string[] = [];
  const required = (name: string): string => {
    const value = environment[name];
    if (!value) missing.push(name);
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
  };
  if (missing.length) throw new Error(`The environment lacks ${missing.join(', ')}.`);
  if (!Number.isInteger(settings.port)) throw new Error('PORT is not a number.');
  return settings;
}

/** A folder's address, which ends in a slash so that names can be resolved in it. */
function folder(path: string): URL {
  return pathToFileURL(`${path.replace(/\/+$/, '')}/`);
}
