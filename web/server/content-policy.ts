import type { OutsideHosts } from '../app/plugins/contract.ts';

/** What pages may load, as the header Content-Security-Policy says it. The gateway says the same for the services. */

/** What a header can hold: Node throws for one that has other letters, and a semicolon would begin another rule. */
const HOST = /^[\w.*:-]+$/;

const NOBODY: OutsideHosts = { scripts: [] };

/**
 * Styles may be inline, since node styles are attributes; scripts may not. `hosts`: those of the site's trackers;
 * `outside`: those of the page's plugins.
 */
export function contentPolicy(hosts: readonly string[] = [], outside: OutsideHosts = NOBODY): string {
  const isOwn = hosts.length === 0 && outside.scripts.length === 0;
  return isOwn ? OWN_POLICY : policyWith(hosts, outside);
}

function policyWith(hosts: readonly string[], { scripts, calls = [] }: OutsideHosts): string {
  const trackers = written(hosts);
  return [
    "default-src 'self'",
    `script-src 'self'${trackers}${written(scripts)}`,
    `style-src 'self' 'unsafe-inline'${trackers}`,
    "img-src 'self' data: blob: https:",
    "media-src 'self' https:",
    "font-src 'self' data:",
    `connect-src 'self'${trackers}${written([...scripts, ...calls])}`,
    "frame-src 'self' https:",
    "frame-ancestors 'self'",
    "base-uri 'self'",
    "form-action 'self'",
    "object-src 'none'",
  ].join('; ');
}

function written(hosts: readonly string[]): string {
  return hosts
    .filter((host) => HOST.test(host))
    .map((host) => ` ${host}`)
    .join('');
}

export const OWN_POLICY = policyWith([], NOBODY);
