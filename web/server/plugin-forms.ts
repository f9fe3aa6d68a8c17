import type { IncomingMessage } from 'node:http';
import { isPagePath } from '../app/page/page-path.ts';
import type { PageRender } from '../app/page/types.ts';
import type { PostProps, PostResult, ServiceAnswer } from '../app/plugins/contract.ts';
import { parseAddress, redirectLocation } from './address.ts';
import { type Answer, json, problem, redirect } from './answer.ts';
import type { Bearer } from './content.ts';
import type { Log } from './log.ts';
import { occasionOf } from './occasion.ts';
import type { Bundle, PageAddress, Pages } from './pages.ts';
import { readUpTo } from './read-body.ts';
import type { InternalTokens } from './service-identity.ts';
import type { Services } from './services.ts';
import { type UpstreamAnswer, UpstreamError } from './upstream.ts';

const MAX_BODY = 64 * 1024;
const MAX_FIELDS = 200;
const FORM = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;
const FORM_WITH_FILES = /^multipart\/form-data\s*;/i;
/** Less than the gateway waits for the host, and enough for files to be looked into. */
const PASS_TIMEOUT = 9_000;
const HERE = 'http://site';
/** By the status of a redirect, the one with which browsers send a form once more: after others they ask for a page. */
const SENT_ON: Readonly<Record<number, number>> = { 301: 308, 302: 307, 307: 307, 308: 308 };

/** An answer to a form, with the cookies that services set on the way. */
export interface FormAnswer {
  answer: Answer;
  cookies: string[];
}

/** A form that cannot be taken at all: its status and code. */
class FormRefused extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

/** Answers forms of plugins that browsers post to the page they stand on, without a script. */
export class PluginForms {
  private readonly pages: Pages;
  private readonly services: Services;
  private readonly bundle: Bundle;
  private readonly origins: ReadonlySet<string>;
  private readonly own: InternalTokens;
  private readonly log: Log;

  constructor(parts: {
    pages: Pages;
    services: Services;
    bundle: Bundle;
    origins: ReadonlySet<string>;
    own: InternalTokens;
    log: Log;
  }) {
    this.pages = parts.pages;
    this.services = parts.services;
    this.bundle = parts.bundle;
    this.origins = parts.origins;
    this.own = parts.own;
    this.log = parts.log;
  }

  /** Rejects with UpstreamError while content is away. */
  async answer(
    request: IncomingMessage,
    address: PageAddress,
    bearer: Bearer | undefined,
    requestId: string,
  ): Promise<FormAnswer> {
    try {
      // Before the body is read: nothing is taken from other sites.
      if (!this.origins.has(request.headers.origin ?? '')) {
        throw new FormRefused(403, 'origin_mismatch');
      }
      const form = FORM_WITH_FILES.test(request.headers['content-type'] ?? '')
        ? undefined
        : await readForm(request);
      return await this.take(form, address, { bearer, requestId, request });
    } catch (error) {
      if (!(error instanceof FormRefused)) throw error;
      return { answer: problem(error.status, error.code, requestId), cookies: [] };
    }
  }

  /** `form` is undefined for one with files, which is not read here. */
  private async take(
    form: Record<string, string> | undefined,
    address: PageAddress,
    visitor: { bearer: Bearer | undefined; requestId: string; request: IncomingMessage },
  ): Promise<FormAnswer> {
    const { bearer, requestId, request } = visitor;
    const search = new URL(request.url ?? '/', HERE).searchParams;
    const { [this.bundle.POSTED_PLUGIN]: pluginId = '', ...values } = form ?? {
      [this.bundle.POSTED_PLUGIN]: search.get(this.bundle.POSTED_PLUGIN) ?? '',
    };
    const found = await this.pages.renderFor(address, bearer, requestId, occasionOf(request));
    if ('answer' in found) return { answer: await this.sentOn(found.answer, search, requestId), cookies: [] };
    const post = this.bundle.postOf(found.render, pluginId);
    // Also of a plugin that this visitor is not shown.
    if (!post) throw new FormRefused(404, 'form_not_found');
    if (this.bundle.takesFiles(found.render, pluginId) !== (form === undefined)) throw wrongType();
    const cookies: string[] = [];
    const call = this.caller(request, requestId, cookies);
    const pass = this.passer(request, requestId, cookies);
    const failed = this.bundle.formFailed(found.render.site.language);
    const result = await this.run(() => post({ form: values, search, call, pass }), failed, requestId);
    if (!('posted' in result)) {
      const answer = this.goOn(result.redirect, found.render);
      return { answer: isScript(request) ? json(200, { location: answer.location }) : answer, cookies };
    }
    const { posted } = result;
    return { answer: await this.pages.withPosted(found, { pluginId, posted }, requestId), cookies };
  }

  /**
   * Has the form sent to where its page is now, to this site's pages alone: what a visitor has filled in is for this site,
   * and what a service is sent in the visitor's name is not for a redirect to choose.
   */
  private sentOn(answer: Answer, search: URLSearchParams, requestId: string): Answer | Promise<Answer> {
    const { location } = answer;
    const status = SENT_ON[answer.status];
    if (location === undefined || status === undefined) return answer;
    const to = new URL(location, HERE);
    const isHere = location.startsWith('/');
    const address = parseAddress(to.pathname);
    const isPage = address.kind === 'page' && isPagePath(address.path);
    if (!isPage || !(isHere || this.origins.has(to.origin))) return this.pages.error(404, requestId);
    const own = new Set(to.searchParams.keys());
    for (const [name, value] of search) if (!own.has(name)) to.searchParams.append(name, value);
    return redirect(status, isHere ? to.pathname + to.search + to.hash : to.href);
  }

  /** 303, so that reloading asks for the page and sends nothing twice. */
  private goOn(wanted: string | undefined, { page, query }: PageRender): Answer {
    const location = wanted === undefined ? undefined : redirectLocation(wanted, this.origins);
    return redirect(303, location ?? new URL(page.url, HERE).pathname + this.bundle.canonicalSearch(query));
  }

  private async run(post: () => Promise<PostResult>, failed: string, requestId: string): Promise<PostResult> {
    try {
      return await post();
    } catch (error) {
      this.log('error', 'form not answered', { requestId, error });
      return { posted: { problem: failed } };
    }
  }

  /** Calls services with the visitor's own cookies, and collects the cookies that they set. */
  private caller(request: IncomingMessage, requestId: string, cookies: string[]): PostProps['call'] {
    const headers = forwardedHeaders(request, requestId);
    return async (service, method, path, body): Promise<ServiceAnswer> => {
      const upstream = this.services.of(service);
      if (!upstream) throw new UpstreamError(503, `The host does not know the address of ${service}.`);
      const answer = await upstream.send(method, path, headers, body);
      return answerOf(answer, cookies);
    };
  }

  /** Sends the body on to a service in the host's own name, as it arrives. */
  private passer(request: IncomingMessage, requestId: string, cookies: string[]): PostProps['pass'] {
    return async (service, path): Promise<ServiceAnswer> => {
      const upstream = this.services.of(service);
      if (!upstream) throw new UpstreamError(503, `The host does not know the address of ${service}.`);
      const headers = forwardedHeaders(request, requestId);
      // In place of the visitor's, where there is one.
      headers.authorization = `Bearer ${await this.own.tokenFor(service)}`;
      for (const name of ['content-type', 'content-length'])
        if (request.headers[name]) headers[name] = String(request.headers[name]);
      try {
        return answerOf(await upstream.pass(path, headers, request, PASS_TIMEOUT), cookies);
      } finally {
        // What nobody wants is read and dropped, so that the answer can be sent.
        request.unpipe();
        request.resume();
      }
    };
  }
}

/** What a service is told of the visitor: cookies, where the request comes from, the browser's name. */
function forwardedHeaders(request: IncomingMessage, requestId: string): Record<string, string> {
  // The browser's name, too: sessions and mails about a login say which device it was.
  const { cookie, authorization, origin, 'user-agent': agent } = request.headers;
  const forwarded = request.headers['x-forwarded-for'];
  const headers: Record<string, string> = { 'X-Request-Id': requestId };
  for (const [name, value] of Object.entries({ cookie, authorization, origin, 'User-Agent': agent })) {
    if (value) headers[name] = value;
  }
  if (typeof forwarded === 'string') headers['X-Forwarded-For'] = forwarded;
  return headers;
}

function answerOf(answer: UpstreamAnswer, cookies: string[]): ServiceAnswer {
  cookies.push(...(answer.headers['set-cookie'] ?? []));
  const text = answer.body.toString();
  const wait = Number(answer.headers['retry-after']);
  return {
    status: answer.status,
    body: text ? JSON.parse(text) : undefined,
    ...(wait > 0 && { retryAfter: wait }),
  };
}

/** Whether a plugin's script has sent the form, which goes on by itself: browsers would follow a redirect for it. */
function isScript(request: IncomingMessage): boolean {
  return (request.headers.accept ?? '').includes('application/json');
}

function wrongType(): FormRefused {
  return new FormRefused(415, 'unsupported_media_type');
}

/** The fields of an urlencoded form, the first of each name. */
async function readForm(request: IncomingMessage): Promise<Record<string, string>> {
  if (!FORM.test(request.headers['content-type'] ?? '')) {
    throw wrongType();
  }
  const tooLarge = new FormRefused(413, 'payload_too_large');
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY) throw tooLarge;
  const body = await readUpTo(MAX_BODY, request);
  if (!body) throw tooLarge;
  const given = new URLSearchParams(body.toString());
  if (given.size > MAX_FIELDS) throw tooLarge;
  const form: Record<string, string> = Object.create(null);
  for (const [name, value] of given) form[name] ??= value;
  return { ...form };
}
