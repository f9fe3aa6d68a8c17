/** What those who run the site want to be told of this host; the same settings as the services' (kit.watching.settings). */
export interface WatchSettings {
  /** The port of its metrics. */
  metricsPort?: number;
  traces?: {
    /** The collector's address for traces. */
    url: string;
    headers: Record<string, string>;
    /** What share of them is sent, 0 to 1; a few a second where none is asked for. */
    share?: number;
  };
}

type Read = (name: string) => string | undefined;

const HIGHEST_PORT = 65_535;
const HEADER = /^([!#$%&'*+.^_`|~\w-]+)=([\x21\x23-\x5b\x5d-\x7e]+)$/;

/** Reads them; what cannot be is one line each in `faults`, a token in none of them. */
export function watchSettings(read: Read, faults: string[]): WatchSettings {
  const url = collector(read('OTEL_EXPORTER_OTLP_ENDPOINT'), faults);
  const headers = headersOf(read('OTEL_EXPORTER_OTLP_HEADERS'), faults);
  const share = shareOf(read('OTEL_TRACES_SAMPLER_ARG'), faults);
  return {
    metricsPort: portOf(read('METRICS_PORT'), faults),
    traces: url ? { url, headers, share } : undefined,
  };
}

function portOf(text: string | undefined, faults: string[]): number | undefined {
  if (!text) return undefined;
  const port = /^\d+$/.test(text) ? Number(text) : 0;
  if (port >= 1 && port <= HIGHEST_PORT) return port;
  faults.push(`METRICS_PORT must be a number from 1 to ${HIGHEST_PORT}`);
  return undefined;
}

function collector(text: string | undefined, faults: string[]): string | undefined {
  if (!text) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol) && !url.username && !url.search && !url.hash) {
    return `${text.replace(/\/+$/, '')}/v1/traces`;
  }
  faults.push('OTEL_EXPORTER_OTLP_ENDPOINT must be an address such as http://collector:4318');
  return undefined;
}

function headersOf(text: string | undefined, faults: string[]): Record<string, string> {
  const pairs = (text ?? '').split(',').flatMap((pair) => pair.trim() || []);
  const found = pairs.map((pair) => HEADER.exec(pair));
  if (found.every((each) => each !== null)) {
    return Object.fromEntries(found.map(([, name = '', value = '']) => [name, decoded(value)]));
  }
  faults.push('OTEL_EXPORTER_OTLP_HEADERS must be like name=value,other=value');
  return {};
}

/** As OpenTelemetry has it: what is no plain character is written as `%20` and so on. */
function decoded(value: string): string {
  return value.replace(/%[0-9a-f]{2}/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)));
}

function shareOf(text: string | undefined, faults: string[]): number | undefined {
  if (!text) return undefined;
  const share = /^(?:0|1|[01]?\.\d+)$/.test(text) ? Number(text) : 2;
  if (share <= 1) return share;
  faults.push('OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1');
  return undefined;
}
