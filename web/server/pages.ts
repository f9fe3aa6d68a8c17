import type { PageRender } from '../app/page/types.ts';
import { redirectLocation } from './address.ts';
import { Answer, redirect } from './answer.ts';
import type { Bearer, Content, Outcome } from './content.ts';
import type { Log } from './log.ts';
import type { PageCache, Rendered } from './page-cache.ts';
import type { TemplateCss } from './template-css.ts';

type Bundle = typeof import('../app/server-entry.tsx');

const HTML = 'text/html; charset=utf-8';
const FALLBACK = '/error/500';

/** A page, and whether it is the one that everybody gets who is not logged in. */
interface Found {
  render: PageRender;
  isForAnybody: boolean;
}

/** The fallback page as it was last seen, with all that drawing it takes. */
interface Frame {
  render: PageRender;
  css: string;
}

export interface PageAssets {
  publicUrl: string;
  visitorScript: string;
  sessionScript: string;
  islandsScript: string;
}

/** Makes the answers for pages: what visitors get at an address, and what they get where nothing is to be had. */
export class Pages {
  private readonly content: Content;
  private readonly cache: PageCache;
  private readonly bundle: Bundle;
  private readonly templateCss: TemplateCss;
  private readonly assets: PageAssets;
  private readonly log: Log;
  /** For when content is away. */
  private frame: Frame | undefined;
  private isFrameSought = false;

  constructor(parts: {
    content: Content;
    cache: PageCache;
    bundle: Bundle;
    templateCss: TemplateCss;
    assets: PageAssets;
    log: Log;
  }) {
    this.content = parts.content;
    this.cache = parts.cache;
    this.bundle = parts.bundle;
    this.templateCss = parts.templateCss;
    this.assets = parts.assets;
    this.log = parts.log;
  }

  /** For somebody unknown: kept, and rendered once for all who ask at the same time. `key` is the page's address. */
  forAnyone(key: string, requestId: string): Promise<Answer> {
    return this.cache.obtain(key, async () => {
      const outcome = await this.content.pageRender(key, requestId);
      if (outcome.kind !== 'page') return { answer: await this.answerFor(outcome, requestId) };
      if (!this.isFrameSought) void this.readFrame(requestId);
      return this.rendered(outcome, statusOf(key), requestId);
    });
  }

  /** For the bearer of a token: never kept by anyone. */
  async forBearer(key: string, bearer: Bearer, requestId: string): Promise<Answer> {
    const outcome = await this.content.pageRender(key, requestId, bearer);
    if (outcome.kind !== 'page') return this.answerFor(outcome, requestId);
    const css = await this.templateCss.of(outcome.render.template, requestId);
    return this.page(outcome, css, statusOf(key), 'no-store');
  }

  /** The page made for a status, or else the fallback page's frame, or else a bare block. Never throws. */
  async error(status: number, requestId: string): Promise<Answer> {
    try {
      // Not the page's own key: its render may be what failed, and would wait for itself.
      return await this.cache.obtain(`error ${status}`, () => this.errorPage(status, requestId));
    } catch (error) {
      this.log('error', 'error page not rendered', { status, requestId, error });
      return this.bareError(status);
    }
  }

  private async errorPage(status: number, requestId: string): Promise<Rendered> {
    // Whoever is logged in gets the others too.
    const isForAnybody = status === 401;
    const outcome = await this.content.errorPageRender(`/error/${status}`, requestId);
    if (outcome.kind === 'page') {
      if (status === 500) await this.keepFrame(outcome.render, requestId);
      return this.rendered({ ...outcome, isForAnybody }, status, requestId);
    }
    const frame = await this.readFrame(requestId);
    if (!frame) return { answer: this.bareError(status) };
    // Not kept: nothing would tell when a page for this status is made.
    const render = this.bundle.withErrorContent(frame.render, status);
    return { answer: this.page({ render, isForAnybody }, frame.css, status, 'no-store') };
  }

  /** Never throws. */
  private async readFrame(requestId: string): Promise<Frame | undefined> {
    this.isFrameSought = true;
    const outcome = await this.content.errorPageRender(FALLBACK, requestId);
    if (outcome.kind === 'page') await this.keepFrame(outcome.render, requestId);
    // A site that can be reached and has no such page any more has no frame either.
    else if (outcome.kind === 'fault' && outcome.status === 404) this.frame = undefined;
    return this.frame;
  }

  private async keepFrame(render: PageRender, requestId: string): Promise<void> {
    try {
      this.frame = { render, css: await this.templateCss.of(render.template, requestId) };
    } catch (error) {
      this.log('warning', 'fallback page not read', { requestId, error });
    }
  }

  private bareError(status: number): Answer {
    const headers = { 'Content-Type': HTML, 'Cache-Control': 'no-store', Vary: 'Cookie' };
    return new Answer(status, headers, this.bundle.errorDocument(status));
  }

  private answerFor(
    outcome: Exclude<Outcome, { kind: 'page' }>,
    requestId: string,
  ): Promise<Answer> | Answer {
    if (outcome.kind === 'fault') return this.error(outcome.status, requestId);
    const location = redirectLocation(outcome.url);
    if (location) return redirect(outcome.status, location);
    this.log('error', 'redirect not followed', { url: outcome.url, requestId });
    return this.error(500, requestId);
  }

  private async rendered(found: Found, status: number, requestId: string): Promise<Rendered> {
    const css = await this.templateCss.of(found.render.template, requestId);
    if (!this.bundle.isKeepable(found.render)) return { answer: this.page(found, css, status, 'no-store') };
    return { answer: this.page(found, css, status, 'no-cache'), tags: found.render.tags };
  }

  private page(
    { render, isForAnybody }: Found,
    templateCss: string,
    status: number,
    cacheControl: 'no-cache' | 'no-store',
  ): Answer {
    const html = this.bundle.render(render, {
      ...this.assets,
      isForAnybody,
      templateCss,
      onPluginError: (ref, pluginId, error) =>
        this.log('error', 'plugin not drawn', { ref, pluginId, error }),
    });
    const headers = { 'Content-Type': HTML, 'Cache-Control': cacheControl, Vary: 'Cookie, Authorization' };
    return new Answer(status, headers, html);
  }
}

/** The pages that serve errors say so, also to those who open them directly: they are nothing to be found. */
function statusOf(key: string): number {
  const status = Number(/^\/error\/([45]\d\d)$/.exec(key)?.[1]);
  return status || 200;
}
