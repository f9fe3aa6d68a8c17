import { describe, expect, it } from 'vitest';
import { routeOf } from './watch.ts';
import { watchSettings } from './watch-settings.ts';

function read(environment: Record<string, string>): [ReturnType<typeof watchSettings>, string[]] {
  const faults: string[] = [];
  return [watchSettings((name) => environment[name], faults), faults];
}

it('tells nothing unless it is asked for', () => {
  expect(read({ OTEL_EXPORTER_OTLP_HEADERS: 'a=b' })).toEqual([
    { metricsPort: undefined, traces: undefined },
    [],
  ]);
});

it('reads the settings of OpenTelemetry', () => {
  const [{ metricsPort, traces }, faults] = read({
    METRICS_PORT: '9464',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example.org/otlp/',
    OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Basic%20YWRh==, x-tenant=site',
    OTEL_TRACES_SAMPLER_ARG: '0.25',
  });
  expect(faults).toEqual([]);
  expect(metricsPort).toBe(9464);
  expect(traces).toEqual({
    url: 'https://collector.example.org/otlp/v1/traces',
    headers: { Authorization: 'Basic YWRh==', 'x-tenant': 'site' },
    share: 0.25,
  });
});

it.each<Record<string, string>>([
  { METRICS_PORT: '0' },
  { METRICS_PORT: '9464.5' },
  { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' },
  { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://user:secret@collector' },
  { OTEL_EXPORTER_OTLP_HEADERS: 'secret' },
  { OTEL_TRACES_SAMPLER_ARG: '2' },
])('names a setting that cannot be, and no secret: %o', (wrong) => {
  const [, faults] = read(wrong);
  expect(faults).toEqual([expect.stringContaining(Object.keys(wrong)[0] as string)]);
  expect(faults.join()).not.toContain('secret');
});

describe('the template of an address', () => {
  it.each([
    ['/', '/*'],
    ['/about?code=secret', '/*'],
    ['/assets/main-abc.js', '/assets/*'],
    ['/api/client/api/cache', '/client/api/*'],
    ['/cms-admin/users', '/screens/*'],
    ['/cms-administrators', '/*'],
    ['/sitemap.xml?page=2', '/sitemap.xml'],
    ['/healthz', '/healthz'],
    [undefined, '/*'],
  ])('of %s is %s', (target, route) => {
    expect(routeOf(target)).toBe(route);
  });
});
