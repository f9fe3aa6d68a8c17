/** What pages may load, as the header Content-Security-Policy says it. The gateway says the same for the services. */

/** What a header can hold: Node throws for one that has other letters, and a semicolon would begin another rule. */
const HOST = /^[\w.*:-]+$/;

/** Styles may be inline, since node styles are attributes; scripts may not. `hosts`: those of the site's trackers. */
export function contentPolicy(hosts: readonly string[] = []): string {
  return hosts.length === 0 ? OWN_POLICY : policyWith(hosts);
}

function policyWith(hosts: readonly string[]): string {
  const others = hosts
    .filter((host) => HOST.test(host))
    .map((host) => ` ${host}`)
    .join('');
  return [
    "default-src 'self'",
    `script-src 'self'${others}`,
    `style-src 'self' 'unsafe-inline'${others}`,
    "img-src 'self' data: blob: https:",
    "media-src 'self' https:",
    "font-src 'self' data:",
    `connect-src 'self'${others}`,
    "frame-src 'self' https:",
    "frame-ancestors 'self'",
    "base-uri 'self'",
    "form-action 'self'",
    "object-src 'none'",
  ].join('; ');
}

export const OWN_POLICY = policyWith([]);
