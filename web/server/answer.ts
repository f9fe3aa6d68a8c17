import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import Negotiator from 'negotiator';
import { OWN_POLICY } from './content-policy.ts';
import { SharedBody } from './shared-body.ts';
import { briefly, type SharedHeaders } from './sharing.ts';

type Compression = 'gzip' | 'br';
type Encoding = 'identity' | Compression;

/** One form of an answer. */
interface Variant {
  encoding: Encoding;
  body: Buffer;
  isDraft: boolean;
  /**
   * Its headers, ready to be written: names and values in turn, as writeHead takes them without looking at each. Those
   * for browsers, for caches in front, and of 304 for either: made when they are first wanted, most of them never.
   */
  lines: (string[] | undefined)[];
}

/**
 * A finished answer. A compressed form is made when somebody first wants it: quickly, since a visitor waits and
 * nobody may ask again. Asked for once more, it is made well, away from the event loop, and kept.
 */
export class Answer {
  readonly status: number;
  readonly etag: string | undefined;
  /** Of 404: whether a page is there all the same, of which the address names something that is not. */
  isOfPage = false;
  /** What it is kept under here, as long as it is. Caches in front may keep it under that address alone. */
  address: string | undefined;
  private readonly variants: Partial<Record<Encoding, Variant>> = {};
  /** How far the forms are that were asked for: made quickly, or on the way to being made well. */
  private readonly stages = new Map<Encoding, 'draft' | 'well'>();
  private readonly headers: Record<string, string>;
  private readonly body: Buffer | SharedBody;
  private readonly isCompressible: boolean;
  private readonly sharing: SharedHeaders | undefined;

  /**
   * `headers` without length, encoding and ETag, which are worked out here; no ETag for what must not be stored. Without
   * a policy of its own an answer may load from the site alone. `sharing` goes in their place to caches in front.
   */
  constructor(
    status: number,
    headers: Record<string, string>,
    body: Buffer | string | SharedBody,
    sharing?: SharedHeaders,
  ) {
    this.status = status;
    this.sharing = sharing;
    this.headers = { 'Content-Security-Policy': OWN_POLICY, ...headers };
    this.body = typeof body === 'string' ? Buffer.from(body) : body;
    this.isCompressible =
      this.body.length > 512 && /text|json|javascript|xml|svg/.test(headers['Content-Type'] ?? '');
    const isStored = !headers['Cache-Control']?.includes('no-store');
    this.etag = isStored ? hashOf(this.body) : undefined;
  }

  /**
   * About the memory held, in bytes, with the compressed forms that may come: together they are smaller than the
   * answer itself. The same whenever it is asked.
   */
  get weight(): number {
    return 1024 + 2 * this.body.length;
  }

  /** What it says, uncompressed. */
  get text(): string {
    return this.identity.body.toString();
  }

  /** Where a redirect leads; undefined for all else. */
  get location(): string | undefined {
    return this.headers.Location;
  }

  /** The same answer with other words, which nobody may keep. */
  changed(text: string): Answer {
    return new Answer(this.status, { ...this.headers, 'Cache-Control': 'no-store' }, text);
  }

  /** Takes in a form that was compressed beforehand. */
  add(encoding: Compression, body: Buffer): void {
    this.variants[encoding] = this.variant(encoding, body);
  }

  /** Writes the answer, or 304, in the best form the request accepts. `extra` are names and values in turn. */
  send(request: IncomingMessage, response: ServerResponse, extra?: readonly string[]): void {
    const variant = this.choose(wishedEncodings(request));
    const isKnown = this.matches(request.headers['if-none-match']);
    // Of an address in another spelling, or with parameters that the page does not read, there is any number.
    const isShared = request.url === this.address;
    const lines = this.linesOf(variant, isShared && this.sharing !== undefined, isKnown);
    if (isKeptUnasked(request)) response.removeHeader('Connection');
    response.writeHead(isKnown ? 304 : this.status, extra ? lines.concat(extra) : lines);
    if (isKnown || request.method === 'HEAD') response.end();
    else response.end(variant.body);
  }

  private choose(accepted: string | undefined): Variant {
    if (accepted === undefined || !this.isCompressible) return this.identity;
    const { best, takesGzip } = wishOf(accepted);
    return best === 'identity' ? this.identity : this.compressed(best, takesGzip);
  }

  /** Made when it is wanted: most who ask take a compressed form. */
  private get identity(): Variant {
    const { body } = this;
    this.variants.identity ??= this.variant('identity', body instanceof SharedBody ? body.bytes : body);
    return this.variants.identity;
  }

  private compressed(encoding: Compression, takesGzip: boolean): Variant {
    const found = this.variants[encoding];
    const form = found ?? this.draft(encoding, takesGzip);
    const stage = this.stages.get(encoding);
    if (stage === 'draft') this.improve(encoding);
    else if (!stage && !found) this.stages.set(encoding, 'draft');
    return form;
  }

  /** A form for who waits: another one that they take, too, where it is made in less time. Each is kept as what it is. */
  private draft(wished: Compression, takesGzip: boolean): Variant {
    const { body } = this;
    if (!takesGzip || !(body instanceof SharedBody)) {
      const draft = this.variant(wished, COMPRESSIONS[wished].quickly(this.identity.body), true);
      this.variants[wished] = draft;
      return draft;
    }
    if (!this.variants.gzip) {
      this.variants.gzip = this.variant('gzip', body.gzipped(), true);
      if (wished !== 'gzip') this.stages.set('gzip', 'draft');
    }
    return this.variants.gzip;
  }

  private improve(encoding: Compression): void {
    this.stages.set(encoding, 'well');
    COMPRESSIONS[encoding].well(this.identity.body, (error, better) => {
      // The draft does as well where memory is short.
      if (!error) this.variants[encoding] = this.variant(encoding, better);
    });
  }

  /** Whether the browser holds this answer; any of its forms will do. */
  private matches(condition: string | undefined): boolean {
    if (condition === undefined || this.etag === undefined || this.status !== 200) return false;
    return condition === '*' || condition.includes(this.etag);
  }

  private variant(encoding: Encoding, body: Buffer, isDraft = false): Variant {
    return { encoding, body, isDraft, lines: [undefined, undefined, undefined, undefined] };
  }

  private linesOf(variant: Variant, isShared: boolean, isKnown: boolean): string[] {
    const place = (isShared ? 2 : 0) + (isKnown ? 1 : 0);
    const found = variant.lines[place] ?? this.lines(variant, isShared, isKnown);
    variant.lines[place] = found;
    return found;
  }

  private lines({ encoding, body, isDraft }: Variant, isShared: boolean, isKnown: boolean): string[] {
    const sharing = isShared && this.sharing ? (isDraft ? briefly(this.sharing) : this.sharing) : undefined;
    const headers: Record<string, string> = { ...this.headers, ...sharing };
    if (this.isCompressible) headers.Vary = [headers.Vary, 'Accept-Encoding'].filter(Boolean).join(', ');
    if (this.etag) headers.ETag = `"${this.etag}${encoding === 'identity' ? '' : `-${encoding}`}"`;
    if (!isKnown && this.status !== 204) headers['Content-Length'] = String(body.length);
    if (!isKnown && encoding !== 'identity') headers['Content-Encoding'] = encoding;
    const lines: string[] = [];
    for (const name of Object.keys(headers)) lines.push(name, headers[name] as string);
    return lines;
  }
}

/**
 * A gateway written in Go asks for gzip on behalf of a client that asked for nothing, and then unpacks what it gets:
 * twice the work for both. It is told from a client's own wish by asking for gzip alone.
 */
function wishedEncodings({ headers }: IncomingMessage): string | undefined {
  const wished = headers['accept-encoding'];
  return wished === 'gzip' && headers['x-forwarded-for'] !== undefined ? undefined : wished;
}

/**
 * Whether the connection stays open without a word about it, as of HTTP/1.1. A gateway would have to take two more
 * headers off each answer; to who mentions it, it is confirmed.
 */
function isKeptUnasked({ headers, httpVersion }: IncomingMessage): boolean {
  return headers.connection === undefined && httpVersion === '1.1';
}

/** The smallest first: browsers name them in any order. */
const OFFERED: readonly Encoding[] = ['br', 'gzip', 'identity'];
const MOST_KNOWN = 100;
/** Browsers send a handful of different headers, all of them very often. */
const knownWishes = new Map<string, Wish>();

interface Wish {
  best: Encoding;
  takesGzip: boolean;
}

/** What an Accept-Encoding asks for, of what there is. */
function wishOf(accepted: string): Wish {
  const known = knownWishes.get(accepted);
  if (known) return known;
  const wishes = new Negotiator({ headers: { 'accept-encoding': accepted } });
  const acceptable = wishes.encodings([...OFFERED]);
  const best = OFFERED.find((encoding) => acceptable.includes(encoding)) ?? 'identity';
  const wish = { best, takesGzip: acceptable.includes('gzip') };
  if (knownWishes.size >= MOST_KNOWN) knownWishes.clear();
  knownWishes.set(accepted, wish);
  return wish;
}

function hashOf(body: Buffer | SharedBody): string {
  return body instanceof SharedBody ? body.hash : hash('sha1', body, 'base64url');
}

type Compressed = (error: Error | null, bytes: Buffer) => void;

const COMPRESSIONS = {
  br: {
    quickly: (bytes: Buffer): Buffer => brotliCompressSync(bytes, brotliOptions(0, bytes)),
    // The knee: beyond it a page costs many times as long for a hundredth of its size.
    well: (bytes: Buffer, done: Compressed): void => brotliCompress(bytes, brotliOptions(9, bytes), done),
  },
  gzip: {
    quickly: (bytes: Buffer): Buffer => gzipSync(bytes, { level: 1 }),
    well: (bytes: Buffer, done: Compressed): void => gzip(bytes, { level: 9 }, done),
  },
};

function brotliOptions(quality: number, bytes: Buffer) {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;
  return { params: { [BROTLI_PARAM_QUALITY]: quality, [BROTLI_PARAM_SIZE_HINT]: bytes.length } };
}

/** A redirect; it may change any time, so nobody keeps it unasked. */
export function redirect(status: number, location: string): Answer {
  return new Answer(
    status,
    { Location: location, 'Cache-Control': 'no-store', 'Content-Type': 'text/plain' },
    '',
  );
}

/** 204. */
export function nothing(): Answer {
  return new Answer(204, { 'Cache-Control': 'no-store' }, '');
}

export function json(status: number, value: unknown): Answer {
  const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };
  return new Answer(status, headers, JSON.stringify(value));
}

/**
 * An RFC 9457 problem, as every service answers it: codes are those of shared/kit/errors.py wherever that has one for the
 * fault, and the title is the code in words. `more`: further members, or other words in the usual ones.
 */
export function problem(
  status: number,
  code: string,
  requestId: string,
  more: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Answer {
  const type = `urn:pagewright:problem:${code}`;
  const words = code.replaceAll('_', ' ');
  const title = words.charAt(0).toUpperCase() + words.slice(1);
  const body = JSON.stringify({
    type,
    title,
    status,
    detail: `${title}.`,
    code,
    requestId,
    errors: [],
    ...more,
  });
  return new Answer(
    status,
    { 'Content-Type': 'application/problem+json', 'Cache-Control': 'no-store', ...headers },
    body,
  );
}
