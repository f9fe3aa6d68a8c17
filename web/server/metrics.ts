/** The host's metrics, as Prometheus reads them. `deploy/watching` names them; a test holds it to them. */
import { createServer, type Server, type ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Handler } from './handler.ts';
import { measured } from './measured.ts';
import type { PageCache } from './page-cache.ts';

const SERVICE = 'web';
const REQUEST_SECONDS = [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10];
const PART_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5];
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

export class HostMetrics {
  private readonly registry = new Registry();
  private readonly requests: Histogram<'service' | 'method' | 'route' | 'status'>;
  private readonly inProgress: Gauge<'service'>;
  private readonly parts: Histogram<'part'>;
  private readonly server: Server;

  constructor(cache: PageCache, release: string) {
    const registers = [this.registry];
    describeProcess(registers);
    this.requests = new Histogram({
      name: 'pagewright_http_request_duration_seconds',
      help: 'Time until an answer is sent, by the template of its route.',
      labelNames: ['service', 'method', 'route', 'status'],
      buckets: REQUEST_SECONDS,
      registers,
    });
    this.inProgress = new Gauge({
      name: 'pagewright_http_requests_in_progress',
      help: 'Requests under way.',
      labelNames: ['service'],
      registers,
    });
    this.parts = new Histogram({
      name: 'pagewright_page_part_duration_seconds',
      help: 'Time of what a page is made by: asking content, data of plugins, rendering.',
      labelNames: ['part'],
      buckets: PART_SECONDS,
      registers,
    });
    const info = { name: 'pagewright_build_info', help: 'The release that the process runs.' };
    new Gauge({ ...info, labelNames: ['release'], registers }).labels(release).set(1);
    describeCache(cache, registers);
    this.server = createServer((request, response) => void this.answer(request.url, response));
  }

  /** On a port that the gateway does not know. */
  listen(host: string, port: number): Promise<void> {
    return new Promise((done, failed) => {
      this.server.once('error', failed);
      this.server.listen({ host, port }, done);
    });
  }

  around(handler: Handler, routeOf: (target: string | undefined) => string): Handler {
    const inProgress = this.inProgress.labels(SERVICE);
    return (request, response) => {
      const begun = performance.now();
      inProgress.inc();
      response.once('close', () => {
        inProgress.dec();
        const method = METHODS.has(request.method ?? '') ? request.method : 'other';
        const status = response.headersSent ? String(response.statusCode) : 'none';
        const labels = { service: SERVICE, method, route: routeOf(request.url), status };
        this.requests.observe(labels, (performance.now() - begun) / 1000);
      });
      handler(request, response);
    };
  }

  part<T>(name: string, work: () => T): T {
    return measured(work, (milliseconds) => this.parts.observe({ part: name }, milliseconds / 1000));
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
  }

  private async answer(target: string | undefined, response: ServerResponse): Promise<void> {
    if (target !== '/metrics') {
      response
        .writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8' })
        .end('Metrics are at /metrics.\n');
      return;
    }
    const text = await this.registry.metrics();
    response.writeHead(200, { 'Content-Type': this.registry.contentType }).end(text);
  }
}

/**
 * The process, by the names of Prometheus' libraries, read when somebody asks. Its library's own watch each collection of
 * garbage and the loop a hundred times a second besides, which took each page a twentieth of its time.
 */
function describeProcess(registers: Registry[]): void {
  const { gauge, counter } = readers(registers);
  gauge('process_start_time_seconds', 'When the process began, in seconds since 1970.', () =>
    Math.round(performance.timeOrigin / 1000),
  );
  gauge('process_resident_memory_bytes', 'Memory that it has.', () => process.memoryUsage.rss());
  gauge('nodejs_heap_size_used_bytes', 'Memory that its objects take.', () => process.memoryUsage().heapUsed);
  gauge(
    'nodejs_eventloop_utilization',
    'What share of its life its loop was busy.',
    () => performance.eventLoopUtilization().utilization,
  );
  counter('process_cpu_seconds_total', "The processor's time that it took.", () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  });
}

/** What the cache of pages counts by itself, read when somebody asks. */
function describeCache(cache: PageCache, registers: Registry[]): void {
  const { gauge, counter } = readers(registers);
  gauge('pagewright_page_cache_pages', 'Finished pages in memory.', () => cache.stats.pages);
  gauge('pagewright_page_cache_bytes', 'Memory that they take.', () => cache.stats.bytes);
  gauge('pagewright_page_cache_open', 'Whether pages may be kept: changes are heard of.', () =>
    cache.stats.isOpen ? 1 : 0,
  );
  counter('pagewright_page_cache_hits_total', 'Pages that were there.', () => cache.counts.hits);
  counter('pagewright_page_cache_renders_total', 'Pages that were made.', () => cache.counts.renders);
}

function readers(registers: Registry[]) {
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  const counter = (name: string, help: string, read: () => number) =>
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(read());
      },
    });
  return { gauge, counter };
}
