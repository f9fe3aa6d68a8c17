import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isMarked, unmarked } from '../app/page/frame-mark.ts';
import { readViewAs } from '../app/page/view-as.ts';
import { parseAddress } from './address.ts';
import { type Answer, json, problem, redirect } from './answer.ts';
import type { Bearer, Content } from './content.ts';
import { robotsTxt } from './crawlers.ts';
import { feedAnswer, feedFormat } from './feeds.ts';
import type { Handler } from './handler.ts';
import { type Identity, mayHaveSession, type Visitor } from './identity.ts';
import type { Leaving } from './leaving.ts';
import type { Log } from './log.ts';
import type { MissedAddresses } from './missed-addresses.ts';
import { occasionOf } from './occasion.ts';
import type { PageCache } from './page-cache.ts';
import type { Pages } from './pages.ts';
import type { FormAnswer, PluginForms } from './plugin-forms.ts';
import type { SetUpState } from './set-up.ts';
import type { Shell } from './shell.ts';
import { FAVICON, faviconOf, MANIFEST, manifestOf } from './site-icons.ts';
import type { Sitemap } from './sitemap.ts';
import { TemplateApi, type TemplateApiParts } from './template-api.ts';
import { KEPT, withTiming } from './timing.ts';
import { UpstreamError } from './upstream.ts';
import { withWayBack } from './way-back.ts';

export interface HostParts extends TemplateApiParts {
  publicUrl: string;
  assets: Map<string, Answer>;
  cache: PageCache;
  content: Content;
  identity: Identity;
  leaving: Pick<Leaving, 'isReady'>;
  missed: Pick<MissedAddresses, 'add'>;
  forms: PluginForms;
  pages: Pages;
  setUp: SetUpState;
  shell: Shell;
  sitemap: Sitemap;
  log: Log;
}

/** What the host answers at addresses that no page can have; the gateway sends it no others. */
const NOT_PAGES =
  /^\/(?:api|client|assets|cms-setup|oauth2|healthz|readyz|robots\.txt|sitemap\.xml|favicon\.ico|site\.webmanifest)(?:\/|$)/;

/** The web host's answer to every request. */
export function createHandler(parts: HostParts): Handler {
  const { cache, assets, pages } = parts;
  const slowly = new Router(parts);
  return (request, response) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (isRead) {
      // The common case first, and nothing else: a kept page for somebody unknown.
      const url = request.url as string;
      const path = pathOf(url);
      const search = url.slice(path.length);
      const kept = cache.get(search === '' ? path : pages.keyOf(path, search));
      if (kept !== undefined && !mayHaveSession(request) && !isSafe(search))
        return kept.send(request, response, echoedId(request)?.concat(KEPT) ?? KEPT);
      // The site may have an icon of its own.
      const asset = path === FAVICON ? undefined : assets.get(path);
      if (asset !== undefined) return asset.send(request, response, KEPT);
    }
    void slowly.answer(request, response);
  };
}

function pathOf(target: string): string {
  const mark = target.indexOf('?');
  return mark < 0 ? target : target.slice(0, mark);
}

/** Whether a page is asked for without its template's script. */
function isSafe(search: string): boolean {
  return search !== '' && /[?&]safe=1(?:&|$)/.test(search);
}

const REQUEST_ID = /^[\w-]{8,64}$/;

/** The id that the gateway gave, as an answer's header. */
function echoedId(request: IncomingMessage): string[] | undefined {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && REQUEST_ID.test(given) ? ['X-Request-Id', given] : undefined;
}

/** Everything that is not answered from memory at once. */
class Router {
  private readonly parts: HostParts;
  private readonly robots: Answer;
  private readonly templateApi: TemplateApi;

  constructor(parts: HostParts) {
    this.parts = parts;
    this.robots = robotsTxt(parts.publicUrl);
    this.templateApi = new TemplateApi(parts);
  }

  /** Never rejects: what goes wrong here becomes the page for errors of the server. */
  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const requestId = echoedId(request)?.[1] ?? randomUUID().replaceAll('-', '');
    const [{ answer, cookies }, timing] = await withTiming(
      () => this.findOrExplain(request, requestId),
      isForm(request),
    );
    if (response.destroyed) return;
    const extra = ['X-Request-Id', requestId, ...timing, ...cookies.flatMap((each) => ['Set-Cookie', each])];
    if (answer.status === 405) extra.push('Allow', isPagePath(request) ? 'GET, HEAD, POST' : 'GET, HEAD');
    answer.send(request, response, extra);
  }

  private async findOrExplain(request: IncomingMessage, requestId: string): Promise<FormAnswer> {
    try {
      if (isForm(request)) return await this.form(request, requestId);
      return { answer: await this.find(request, requestId), cookies: [] };
    } catch (error) {
      const status = error instanceof UpstreamError ? error.visitorStatus : 500;
      // Without the query: that may say something about people.
      this.parts.log('error', 'request failed', {
        url: pathOf(request.url ?? '').slice(0, 200),
        requestId,
        error,
      });
      return { answer: await this.parts.pages.error(status, requestId), cookies: [] };
    }
  }

  private find(request: IncomingMessage, requestId: string): Answer | Promise<Answer> {
    const path = pathOf(request.url ?? '');
    const own = path.startsWith('/api/client/') ? path.slice(4) : path;
    if (own.startsWith('/client/')) return this.templateApi.answer(request, own, requestId);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return problem(405, 'method_not_allowed', requestId);
    }
    switch (path) {
      case '/healthz':
        return json(200, { status: 'ok', cache: this.parts.cache.stats });
      case '/readyz':
        return this.parts.leaving.isReady
          ? json(200, { status: 'ok' })
          : problem(503, 'not_ready', requestId);
      case '/robots.txt':
        return this.robots;
      case '/sitemap.xml':
        return this.sitemap(request, requestId);
      case FAVICON:
      case MANIFEST:
        return this.icons(path, requestId);
      case '/cms-setup':
        return this.setUpScreen(request);
    }
    if (isScreen(path)) return this.screen(request, requestId);
    if (path.startsWith('/assets/')) return this.parts.pages.error(404, requestId);
    return this.page(request, requestId);
  }

  private async sitemap(request: IncomingMessage, requestId: string): Promise<Answer> {
    const { pages, sitemap } = this.parts;
    const url = request.url ?? '';
    return (await sitemap.answer(url.slice(pathOf(url).length), requestId)) ?? pages.error(404, requestId);
  }

  /** Kept like pages are; the icon that all sites have at first is the answer also while content is away. */
  private async icons(path: string, requestId: string): Promise<Answer> {
    const { assets, cache, content, log, pages } = this.parts;
    const usual = async () => assets.get(path) ?? (await pages.error(404, requestId));
    try {
      return await cache.obtain(`icons ${path}`, async () => {
        const found = await content.siteImages(requestId);
        const answer = path === MANIFEST ? manifestOf(found) : faviconOf(found);
        return { answer: answer ?? (await usual()), tags: found.tags };
      });
    } catch (error) {
      log('warning', 'images of the site not read', { requestId, error });
      return usual();
    }
  }

  private async screen(request: IncomingMessage, requestId: string): Promise<Answer> {
    return this.parts.shell.screen(request, await this.parts.pages.screenLanguage(requestId));
  }

  /** As the specification has it: only while nobody exists, and to the login also when nobody can tell. */
  private async setUpScreen(request: IncomingMessage): Promise<Answer> {
    const state = await this.parts.setUp.read();
    return state === 'missing' ? this.parts.shell.screen(request, 'en') : redirect(302, '/cms-login');
  }

  /** A plugin's form, posted to the page that it stands on. */
  private async form(request: IncomingMessage, requestId: string): Promise<FormAnswer> {
    const { forms, pages, identity } = this.parts;
    const address = parseAddress(request.url ?? '');
    if (address.kind !== 'page') return { answer: await pages.error(404, requestId), cookies: [] };
    const visitor = mayHaveSession(request) ? await identity.of(request) : undefined;
    const bearer = visitor && bearerOf(visitor, request);
    return forms.answer(request, pages.addressOf(address.key, address.search), bearer, requestId);
  }

  private async page(request: IncomingMessage, requestId: string): Promise<Answer> {
    const { content, pages, setUp, identity, shell, missed } = this.parts;
    const address = parseAddress(request.url ?? '');
    const state = await setUp.read();
    if (state === 'missing') return redirect(302, '/cms-setup');
    if (address.kind === 'broken') return pages.error(400, requestId);
    if (address.kind === 'nothing') return pages.error(404, requestId);
    if (address.kind === 'redirect') return redirect(301, address.location);
    const feed = await this.feed(address.path, address.key, requestId);
    if (feed) return feed;
    const visitor = mayHaveSession(request) ? await identity.of(request) : undefined;
    if (visitor?.isEditor && isNavigation(request)) {
      return shell.editor(request, await pages.screenLanguage(requestId), visitor.isLapsed);
    }
    const bearer = visitor && bearerOf(visitor, request);
    const search = unmarked(address.search);
    const wanted = pages.addressOf(address.key, search);
    const occasion = occasionOf(request);
    const answer = isSafe(address.search)
      ? await pages.safely(wanted, bearer, requestId, occasion)
      : bearer
        ? await pages.forBearer(wanted, bearer, requestId, occasion)
        : await pages.forAnyone(wanted, requestId, occasion);
    // An editor looks for pages that do not exist yet, and a visitor whose browser prefetches a link may not
    // follow it. Nobody misses a page that exists and shows nothing at this address: no redirect of its path
    // could help.
    const isMissed = answer.status === 404 && !answer.isOfPage;
    const isVisit = !visitor?.isEditor && !occasion.isPrefetch;
    if (isMissed && isVisit) missed.add(address.path, request.headers.referer);
    if (answer.status !== 401) return withSearch(answer, address.search);
    return withWayBack(answer, { key: address.key, search }, await content.loginPage(requestId));
  }

  /** The feed at an address, kept like pages are: the same for everybody. A page at its address comes first. */
  private async feed(path: string, key: string, requestId: string): Promise<Answer | undefined> {
    const format = feedFormat(path);
    if (!format) return undefined;
    const { cache, content, publicUrl } = this.parts;
    const answer = await cache.obtain(`feed ${key}`, async () => {
      const feed = await content.feed(key, requestId);
      if (!feed) return { answer: problem(404, 'feed_not_found', requestId) };
      return { answer: feedAnswer(feed, format, path, publicUrl), tags: feed.tags };
    });
    return answer.status === 200 ? answer : undefined;
  }
}

/** A redirect takes the query along, unless where it leads has one of its own; all else stays as it is. */
function withSearch(answer: Answer, search: string): Answer {
  const [path = '', hash] = answer.location?.split('#', 2) ?? [];
  if (!search || !path || path.includes('?')) return answer;
  return redirect(answer.status, path + search + (hash === undefined ? '' : `#${hash}`));
}

/** Who asks, and whom an editor sees the page as. Undefined once the session has run out. */
function bearerOf({ token, isEditor, isLapsed }: Visitor, request: IncomingMessage): Bearer | undefined {
  if (isLapsed) return undefined;
  if (!isEditor) return { token };
  const viewAs = readViewAs(request.headers.cookie ?? '');
  return { token, viewAs, isEditor: viewAs === undefined };
}

/** A form that is posted to a page; what services and the host itself answer is none. */
function isForm(request: IncomingMessage): boolean {
  return request.method === 'POST' && isPagePath(request);
}

function isPagePath(request: IncomingMessage): boolean {
  const path = pathOf(request.url ?? '');
  return !NOT_PAGES.test(path) && !isScreen(path);
}

/** The SPA's own addresses. Of /oauth2 those alone that it has a screen for: it would take others for pages to edit. */
function isScreen(path: string): boolean {
  return /^\/(?:cms-login|cms-admin|cms-ecom|oauth2\/callback\/google)(?:\/|$)/.test(path);
}

/** A page opened in a tab, rather than shown in the editor's frame or fetched by the visitor's script. */
function isNavigation({ headers, url = '' }: IncomingMessage): boolean {
  const destination = headers['sec-fetch-dest'];
  return destination === undefined ? !isMarked(url) : destination === 'document';
}
