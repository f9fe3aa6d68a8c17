import { expect, it } from 'vitest';
import { contentPolicy, OWN_POLICY } from './content-policy.ts';

const rulesOf = (policy: string) =>
  Object.fromEntries(policy.split('; ').map((rule) => [rule.split(' ')[0], rule.split(' ').slice(1)]));

it('has scripts come from the site alone', () => {
  expect(rulesOf(OWN_POLICY)).toMatchObject({
    'default-src': ["'self'"],
    'script-src': ["'self'"],
    'connect-src': ["'self'"],
    'base-uri': ["'self'"],
    'object-src': ["'none'"],
    'frame-ancestors': ["'self'"],
  });
});

it('leaves out what is no host, since a header cannot hold it', () => {
  expect(contentPolicy(['статс.example', 'a.example; script-src *', 'a b'])).toBe(OWN_POLICY);
});

it('adds the hosts of trackers to what they load and whom they tell, and to nothing else', () => {
  const rules = rulesOf(contentPolicy(['*.stats.example', 'cdn.example:8443']));
  const hosts = ['*.stats.example', 'cdn.example:8443'];
  expect(rules).toEqual({
    ...rulesOf(OWN_POLICY),
    'script-src': ["'self'", ...hosts],
    'style-src': ["'self'", "'unsafe-inline'", ...hosts],
    'connect-src': ["'self'", ...hosts],
  });
});

it('adds the hosts of plugins to scripts and calls, each where it is meant', () => {
  const outside = { scripts: ['js.pay.example'], calls: ['api.pay.example', 'x; script-src *'] };
  expect(rulesOf(contentPolicy(['stats.example'], outside))).toEqual({
    ...rulesOf(contentPolicy(['stats.example'])),
    'script-src': ["'self'", 'stats.example', 'js.pay.example'],
    'connect-src': ["'self'", 'stats.example', 'js.pay.example', 'api.pay.example'],
  });
});
