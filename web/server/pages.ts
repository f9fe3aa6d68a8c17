import type { PageRender } from '../app/page/types.ts';
import type { RenderAssets } from '../app/ssr/assets.ts';
import { redirectLocation } from './address.ts';
import { Answer, redirect } from './answer.ts';
import type { IslandFiles } from './assets.ts';
import type { Bearer, Content, MadeFor, Occasion, Outcome } from './content.ts';
import { contentPolicy } from './content-policy.ts';
import { siteOrigins } from './editors.ts';
import type { Log } from './log.ts';
import type { PageCache, Rendered } from './page-cache.ts';
import { headersOf, statusOf } from './page-headers.ts';
import type { PluginData } from './plugin-data.ts';
import { PluginFaults } from './plugin-faults.ts';
import { SharedBody } from './shared-body.ts';
import { type SharedHeaders, sharedHeaders } from './sharing.ts';
import type { TemplateAssets, TemplateCss } from './template-css.ts';
import { timed } from './timing.ts';

export type Bundle = typeof import('../app/server-entry.tsx');

const FALLBACK = '/error/500';

/** A page, and whether it is the one that everybody gets who is not logged in, or was made for who is. */
interface Found {
  render: PageRender;
  /** Undefined for what both get. */
  madeFor: MadeFor | undefined;
  /** False where plugins lack their data, or nobody would tell that it has changed. */
  isLasting: boolean;
  /** Whether its address names something that is not there: it is drawn all the same, and says 404. */
  isMissing: boolean;
}

/** How long a page is kept that is not lasting, in milliseconds. */
const SHORT_LIFE = 3_000;

/** Without the template's script. */
const SAFE = { isSafe: true };

/** The fallback page as it was last seen, with all that drawing it takes. */
interface Frame {
  render: PageRender;
  template: TemplateAssets;
}

export interface PageAssets {
  publicUrl: string;
  visitorScript: string;
  sessionScript: string;
  islandsScript: string;
  islandFiles: IslandFiles;
  trackersScript: string;
  pluginScripts: Readonly<Record<string, string>>;
}

/** Makes the answers for pages: what visitors get at an address, and what they get where nothing is to be had. */
export class Pages {
  private readonly content: Content;
  private readonly cache: PageCache;
  private readonly bundle: Bundle;
  private readonly templateCss: TemplateCss;
  private readonly pluginData: PluginData;
  private readonly assets: PageAssets;
  private readonly log: Log;
  private readonly faults: PluginFaults;
  private readonly isPurged: boolean;
  private readonly origins: ReadonlySet<string>;
  /** For when content is away. */
  private frame: Frame | undefined;
  private isFrameSought = false;
  /** The site's language as it was last seen, for when nobody can tell. */
  private language = 'en';

  constructor(parts: {
    content: Content;
    cache: PageCache;
    bundle: Bundle;
    templateCss: TemplateCss;
    pluginData: PluginData;
    assets: PageAssets;
    log: Log;
    /** Whether a cache in front is told of changes. */
    isPurged?: boolean;
  }) {
    this.content = parts.content;
    this.cache = parts.cache;
    this.bundle = parts.bundle;
    this.templateCss = parts.templateCss;
    this.pluginData = parts.pluginData;
    this.assets = parts.assets;
    this.log = parts.log;
    this.faults = new PluginFaults(parts.log);
    this.isPurged = parts.isPurged ?? false;
    this.origins = siteOrigins(parts.assets.publicUrl);
  }

  /** What a page is kept under: its path, and those parameters that it is known to read. */
  keyOf(path: string, search: string): string {
    const names = search === '' ? [] : this.cache.namesOf(path);
    if (names.length === 0) return path;
    const { parameters, normalisedQuery, canonicalSearch } = this.bundle;
    const read = Object.fromEntries(
      names.flatMap((name) => (parameters[name] ? [[name, parameters[name]]] : [])),
    );
    return path + canonicalSearch(normalisedQuery(read, search));
  }

  /** An address with those parameters alone that some plugin reads. */
  addressOf(path: string, search: string): PageAddress {
    const { parameters, normalisedQuery, canonicalSearch } = this.bundle;
    return { path, search: canonicalSearch(normalisedQuery(parameters, search)) };
  }

  /** For somebody unknown: kept, and rendered once for all who ask at the same time. */
  forAnyone({ path, search }: PageAddress, requestId: string, occasion?: Occasion): Promise<Answer> {
    const kept = this.cache.get(this.keyOf(path, search));
    if (kept) return Promise.resolve(kept);
    const key = path + search;
    return this.cache.obtain(key, async () => {
      const outcome = await this.content.pageRender(key, requestId, undefined, occasion);
      if (outcome.kind !== 'page') return { answer: await this.answerFor(outcome, requestId) };
      if (!this.isFrameSought) void this.readFrame(requestId);
      const found = await this.completed(outcome, requestId);
      const rendered = await this.rendered(found, statusOf(path, found.isMissing), requestId);
      // Kept under the parameters that the page reads; what came with others is the same page.
      const { query, queryNames } = outcome.render;
      return { ...rendered, path, names: queryNames, search: this.bundle.canonicalSearch(query) };
    });
  }

  /** For the bearer of a token: never kept by anyone. */
  forBearer(address: PageAddress, bearer: Bearer, requestId: string, occasion?: Occasion): Promise<Answer> {
    return this.unkept(address, bearer, requestId, occasion);
  }

  /** The page without its template's script: the way back in for who has saved one that does harm. Never kept. */
  safely(
    address: PageAddress,
    bearer: Bearer | undefined,
    requestId: string,
    occasion?: Occasion,
  ): Promise<Answer> {
    return this.unkept(address, bearer, requestId, occasion, SAFE);
  }

  private async unkept(
    address: PageAddress,
    bearer: Bearer | undefined,
    requestId: string,
    occasion?: Occasion,
    more: Partial<RenderAssets> = {},
  ): Promise<Answer> {
    const found = await this.renderFor(address, bearer, requestId, occasion, more);
    if ('answer' in found) return found.answer;
    const assets = { ...more, isForEditor: bearer?.isEditor };
    return this.page(found, 'no-store', requestId, statusOf(address.path, found.isMissing), assets);
  }

  /** The page with all its data, or the answer that stands in for it. */
  async renderFor(
    { path, search }: PageAddress,
    bearer: Bearer | undefined,
    requestId: string,
    occasion?: Occasion,
    more: Partial<RenderAssets> = {},
  ): Promise<Found | { answer: Answer }> {
    const outcome = await this.content.pageRender(path + search, requestId, bearer, occasion);
    if (outcome.kind !== 'page') return { answer: await this.answerFor(outcome, requestId, more) };
    return this.completed(outcome, requestId, bearer);
  }

  /** The page with a form on it that could not be taken, or that has another step. */
  withPosted(found: Found, posted: RenderAssets['posted'], requestId: string): Promise<Answer> {
    const status = posted?.posted.problem === undefined ? 200 : 422;
    return this.page(found, 'no-store', requestId, status, { posted });
  }

  private async completed(
    { render, madeFor }: Pick<Found, 'render' | 'madeFor'>,
    requestId: string,
    bearer?: Bearer,
  ): Promise<Found> {
    const filled = this.bundle.withDefaultBlock(render);
    const completed = await timed('data', () => this.pluginData.complete(filled, requestId, bearer?.token));
    return { ...completed, madeFor };
  }

  /** The page made for a status, or else the fallback page's frame, or else a bare block. Never throws. */
  async error(status: number, requestId: string, more: Partial<RenderAssets> = {}): Promise<Answer> {
    try {
      if (more.isSafe) return (await this.errorPage(status, requestId, more)).answer;
      // Not the page's own key: its render may be what failed, and would wait for itself.
      return await this.cache.obtain(`error ${status}`, () => this.errorPage(status, requestId));
    } catch (error) {
      this.log('error', 'error page not rendered', { status, requestId, error });
      return this.bareError(status);
    }
  }

  /** The catalogue that the login and the like speak by. Never throws. */
  async screenLanguage(requestId: string): Promise<string> {
    return this.bundle.languageFor(await this.siteLanguage(requestId));
  }

  /** The language of the site, kept as long as its pages are. */
  private async siteLanguage(requestId: string): Promise<string> {
    try {
      const kept = await this.cache.obtain('site language', async () => {
        const outcome = await this.content.errorPageRender(FALLBACK, requestId);
        if (outcome.kind !== 'page') return { answer: new Answer(200, {}, this.language) };
        const { site, tags } = outcome.render;
        return { answer: new Answer(200, {}, site.language), tags };
      });
      return kept.text;
    } catch (error) {
      this.log('warning', 'language of the site not read', { requestId, error });
      return this.language;
    }
  }

  private async errorPage(
    status: number,
    requestId: string,
    more: Partial<RenderAssets> = {},
  ): Promise<Rendered> {
    // Those who are logged in get the others too.
    const madeFor: MadeFor | undefined = status === 401 ? 'anybody' : undefined;
    const outcome = await this.content.errorPageRender(`/error/${status}`, requestId);
    if (outcome.kind === 'page') {
      if (status === 500) await this.keepFrame(outcome.render, requestId);
      const found = { ...(await this.completed(outcome, requestId)), madeFor };
      return this.rendered(found, status, requestId, more);
    }
    const read = await this.readFrame(requestId);
    const frame = read ?? this.frame;
    if (!frame) return { answer: this.bareError(status) };
    const render = this.bundle.withErrorContent(frame.render, status);
    const found = { render, madeFor, isLasting: true, isMissing: false };
    const answer = this.drawn(found, frame.template, status, 'no-store', more);
    // Where content is in trouble, a page for this status may be there, and the frame is one of before.
    const isKept =
      read && outcome.kind === 'fault' && outcome.status === 404 && this.bundle.isKeepable(frame.render);
    return isKept ? { answer, tags: [...frame.render.tags, `address:/error/${status}`] } : { answer };
  }

  /** The frame as it is now; undefined where it could not be read, or there is none. Never throws. */
  private async readFrame(requestId: string): Promise<Frame | undefined> {
    this.isFrameSought = true;
    const outcome = await this.content.errorPageRender(FALLBACK, requestId);
    if (outcome.kind === 'page') return this.keepFrame(outcome.render, requestId);
    // A site that can be reached and has no such page any more has no frame either.
    if (outcome.kind === 'fault' && outcome.status === 404) this.frame = undefined;
    return undefined;
  }

  private async keepFrame(render: PageRender, requestId: string): Promise<Frame | undefined> {
    try {
      const frame = { render, template: await this.templateCss.of(render.template, requestId) };
      this.frame = frame;
      return frame;
    } catch (error) {
      this.log('warning', 'fallback page not read', { requestId, error });
      return undefined;
    }
  }

  private bareError(status: number): Answer {
    const headers = headersOf(status, 'no-store', 'Cookie');
    return new Answer(status, headers, this.bundle.errorDocument(status, this.language));
  }

  private answerFor(
    outcome: Exclude<Outcome, { kind: 'page' }>,
    requestId: string,
    more: Partial<RenderAssets> = {},
  ): Promise<Answer> | Answer {
    if (outcome.kind === 'fault') return this.error(outcome.status, requestId, more);
    const location = redirectLocation(outcome.url, this.origins);
    if (location) return redirect(outcome.status, location);
    this.log('error', 'redirect not followed', { url: outcome.url, requestId });
    return this.error(500, requestId, more);
  }

  private async rendered(
    found: Found,
    status: number,
    requestId: string,
    more: Partial<RenderAssets> = {},
  ): Promise<Rendered> {
    // Of what is not there any number of names can be made up: each would take the place of a page.
    const isKept = !more.isSafe && !found.isMissing && this.bundle.isKeepable(found.render);
    // Of what is no lasting page nobody would tell a cache in front that it has changed.
    const isShared = isKept && found.isLasting && status === 200;
    const sharing = isShared ? sharedHeaders(found.render.tags, this.isPurged) : undefined;
    const answer = await this.page(found, isKept ? 'no-cache' : 'no-store', requestId, status, more, sharing);
    if (!isKept) return { answer };
    return { answer, tags: found.render.tags, ...(found.isLasting ? {} : { life: SHORT_LIFE }) };
  }

  /** Rejects with UpstreamError while content is away. */
  private async page(
    found: Found,
    cacheControl: 'no-cache' | 'no-store',
    requestId: string,
    status: number,
    more: Partial<RenderAssets> = {},
    sharing?: SharedHeaders,
  ): Promise<Answer> {
    const template = await this.templateCss.of(found.render.template, requestId);
    return this.drawn(found, template, status, cacheControl, more, sharing);
  }

  private drawn(
    { render, madeFor, isMissing }: Found,
    template: TemplateAssets,
    status: number,
    cacheControl: 'no-cache' | 'no-store',
    more: Partial<RenderAssets> = {},
    sharing?: SharedHeaders,
  ): Answer {
    this.language = render.site.language;
    const assets = {
      ...this.assets,
      ...more,
      madeFor,
      ...template,
      onPluginError: (ref: string, pluginId: string, error: unknown) => this.faults.add(ref, pluginId, error),
    };
    const body = timed('render', () => new SharedBody(this.bundle.renderParts(render, assets)));
    const policy = contentPolicy(render.site.trackers?.hosts, this.bundle.outsideOf(render));
    const headers = headersOf(status, cacheControl, 'Cookie, Authorization', policy);
    const answer = new Answer(status, headers, body, sharing);
    answer.isOfPage = isMissing;
    return answer;
  }
}

/** A page's path as it is kept, and the parameters of its address that some plugin reads, in their one spelling. */
export interface PageAddress {
  path: string;
  search: string;
}
