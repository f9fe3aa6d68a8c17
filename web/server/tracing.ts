/**
 * The host's part in traces, by OpenTelemetry. A trace names no person: no queries of addresses, no addresses of people,
 * no browsers. The id of a traced request is that of its trace.
 */
import type { IncomingHttpHeaders } from 'node:http';
import {
  type Context,
  context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  RandomIdGenerator,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { chooserOf } from './choosing.ts';
import type { Handler } from './handler.ts';
import type { Log } from './log.ts';
import type { WatchSettings } from './watch-settings.ts';

type Headers = Record<string, string>;

const TIMEOUT = 5_000;
/** What is asked time and again, and is a part of nothing. */
const RECURRING = /^\/(?:healthz|readyz)(?:\?|$)/;
const reading = {
  get: (carrier: NodeJS.Dict<string | string[]>, key: string) => carrier[key],
  keys: (carrier: NodeJS.Dict<string | string[]>) => Object.keys(carrier),
};
const writing = {
  set: (carrier: Headers, key: string, value: string) => {
    carrier[key] = value;
  },
};

export class HostTracing {
  private readonly provider: TracerProvider;
  private readonly tracer: Tracer;
  private readonly propagator = new W3CTraceContextPropagator();
  private readonly ids = new RandomIdGenerator();
  private readonly chooses: () => boolean;

  constructor({ url, headers, share }: NonNullable<WatchSettings['traces']>, release: string, log: Log) {
    const exporter = new OTLPTraceExporter({ url, headers, timeoutMillis: TIMEOUT });
    this.chooses = chooserOf(share);
    this.provider = new TracerProvider({
      resource: resourceFromAttributes({
        'service.namespace': 'pagewright',
        'service.name': 'pagewright-web',
        'service.version': release,
      }),
      // What is not chosen never comes to it: its spans that record nothing take time, too.
      sampler: new AlwaysOnSampler(),
      spanProcessors: [new BatchSpanProcessor({ exporter })],
    });
    this.tracer = this.provider.getTracer('web');
    if (!context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())) {
      log('warning', 'something else follows contexts already: spans may lack their parents');
    }
  }

  around(handler: Handler, routeOf: (target: string | undefined) => string): Handler {
    return (request, response) => {
      if (RECURRING.test(request.url ?? '')) return handler(request, response);
      const parent = this.parentOf(request.headers);
      const given = trace.getSpanContext(parent);
      if (given && !(given.traceFlags & TraceFlags.SAMPLED)) {
        request.headers['x-request-id'] = given.traceId;
        return context.with(parent, () => handler(request, response));
      }
      const route = routeOf(request.url);
      const name = `${request.method} ${route}`;
      const attributes = { 'http.request.method': request.method, 'http.route': route };
      const span = this.tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, parent);
      // One id for the request in all logs, and for its trace.
      request.headers['x-request-id'] = span.spanContext().traceId;
      response.once('close', () => {
        span.setAttribute('http.response.status_code', response.statusCode);
        if (!response.headersSent || response.statusCode >= 500)
          span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      });
      context.with(trace.setSpan(parent, span), () => handler(request, response));
    };
  }

  /** What a request is a part of: the trace that it came with, or one that is not sent; nothing where one begins. */
  private parentOf(headers: IncomingHttpHeaders): Context {
    const parent = this.propagator.extract(ROOT_CONTEXT, headers, reading);
    if (trace.getSpanContext(parent) || this.chooses()) return parent;
    const traceId = this.ids.generateTraceId();
    return trace.setSpanContext(ROOT_CONTEXT, {
      traceId,
      spanId: this.ids.generateSpanId(),
      traceFlags: TraceFlags.NONE,
    });
  }

  part<T>(name: string, work: () => T): T {
    if (!trace.getActiveSpan()?.isRecording()) return work();
    return this.within(this.tracer.startSpan(name), () => work());
  }

  call<T extends { status: number }>(
    { method, path, headers }: { method: string; path: string; headers: Headers },
    service: string,
    send: (headers: Headers) => Promise<T>,
  ): Promise<T> {
    const current = context.active();
    const within = trace.getSpan(current);
    // What the host asks by itself, time and again, is a part of nothing.
    if (!within) return send(headers);
    if (!within.isRecording()) return send(this.carrying(current, headers));
    const attributes = {
      'http.request.method': method,
      'server.address': service,
      // Without the query, which says what somebody asks for.
      'url.path': path.replace(/\?.*/s, ''),
    };
    const span = this.tracer.startSpan(method, { kind: SpanKind.CLIENT, attributes });
    return this.within(span, async (own) => {
      const answer = await send(this.carrying(own, headers));
      span.setAttribute('http.response.status_code', answer.status);
      if (answer.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      return answer;
    });
  }

  private carrying(own: Context, headers: Headers): Headers {
    const carried = { ...headers };
    this.propagator.inject(own, carried, writing);
    return carried;
  }

  /** Sends what is left, where the collector takes it: one that is away keeps nobody from leaving in order. */
  async close(): Promise<void> {
    await this.provider.shutdown().catch(() => undefined);
    context.disable();
  }

  private within<T>(span: Span, work: (own: Context) => T): T {
    const own = trace.setSpan(context.active(), span);
    let isPending = false;
    try {
      const made = context.with(own, () => work(own));
      if (!(made instanceof Promise)) return made;
      isPending = true;
      return made.then(
        (value) => {
          span.end();
          return value;
        },
        (error) => {
          endWith(span, error);
          throw error;
        },
      ) as T;
    } catch (error) {
      // The kind of an error, and not its words: those may quote what somebody wrote.
      span.setStatus({ code: SpanStatusCode.ERROR });
      span.setAttribute('error.type', nameOf(error));
      throw error;
    } finally {
      if (!isPending) span.end();
    }
  }
}

function endWith(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute('error.type', nameOf(error));
  span.end();
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown';
}
