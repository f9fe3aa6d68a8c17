import type { Aspect } from '../app/fields/image/type.ts';
import type { PageRedirect, PageRender, Site } from '../app/page/types.ts';
import { headerValue, type ViewAs } from '../app/page/view-as.ts';
import type { PostService } from '../app/plugins/contract.ts';
import type { MissedAddress } from './missed-addresses.ts';
import type { InternalTokens } from './service-identity.ts';
import { timed } from './timing.ts';
import { Upstream, type UpstreamAnswer, UpstreamError } from './upstream.ts';

const ERROR_PAGE_TIMEOUT = 1_000;
/** More than content waits for the template to be compiled while it is saved. */
const SAVE_TIMEOUT = 95_000;

/** Whether a page is the one that everybody gets who is not logged in, or the one of who is. */
export type MadeFor = 'anybody' | 'member';

/**
 * What content said of an address: the page, where else to go, or why there is nothing (an HTTP status). A page is for
 * anybody also where a token came along whose session has been ended.
 */
export type Outcome =
  | { kind: 'page'; render: PageRender; madeFor: MadeFor }
  | { kind: 'redirect'; url: string; status: number }
  | { kind: 'fault'; status: number };

/** A template with its sources, as content's private address gives it. */
export interface TemplateSource {
  id: string;
  name: string;
  version: number;
  inlineCSS: string;
  externalCSS: string;
  sharedSCSS: string;
  inlineSCSS: string;
  externalSCSS: string;
  js: string;
  fonts: unknown;
  /** What browsers get; null while it is being made. */
  minified: { inlineCSS: string; externalCSS: string; js: string } | null;
}

/** Somebody who is logged in. */
export interface Bearer {
  token: string;
  /** Whom an editor sees the page as; content heeds it from editors alone. */
  viewAs?: ViewAs;
  /** Whether an editor sees the page as editors do. */
  isEditor?: boolean;
}

/** What content is told of the request that a page is made for. */
export interface Occasion {
  /** Where it comes from, as the gateway says: one visitor's searches are limited. */
  forwardedFor?: string;
  /** Whether somebody only may be about to ask for it: then it counts as no visit. */
  isPrefetch?: boolean;
  /** Whether a script asks: its browser asks again where it is redirected. */
  isFetched?: boolean;
}

export interface SitemapPages {
  pages: SitemapPage[];
  /** Of what else than the settings of pages decides which of them are in it. */
  tags: string[];
}

export interface SitemapPage {
  url: string;
  /** What its address has beside its path, with `?`. */
  search?: string;
  updatedAt: string;
  /** The plugin that shows what the page's address names, where the page shows nothing without such a name. */
  named?: NamedBy | null;
}

/** A plugin of a service, and the parameter of the page's address that names what it shows. */
export interface NamedBy {
  service: PostService;
  ref: string;
  parameter: string;
}

/** An image of the library, and the part of it that is shown. */
export interface FeedImage {
  address: string;
  width: number;
  height: number;
  alt: string;
  aspect?: Aspect | null;
  crop?: string | null;
}

/** The posts of a category, or of the whole blog, that anybody may see. */
export interface Feed {
  /** Of its category; null for the whole blog. */
  id: string | null;
  title: string;
  siteName: string;
  language: string;
  url: string;
  description: string | null;
  updatedAt: string;
  entries: {
    id: string;
    title: string;
    author: string;
    publishedAt: string;
    updatedAt: string;
    url: string;
    excerpt: string | null;
    categories: string[];
    /** The first of its page. */
    image?: FeedImage | null;
  }[];
  tags: string[];
}

/** The site's images apart from a page. */
export interface SiteImages {
  site: Pick<Site, 'name' | 'language' | 'images'> | null;
  tags: string[];
}

/** The content service, as far as the host needs it. */
export class Content {
  private readonly upstream: Upstream;
  private readonly internalToken: () => Promise<string>;
  private readonly errorPageTimeout: number;

  constructor(url: string, own: InternalTokens, timeout?: number, errorPageTimeout = ERROR_PAGE_TIMEOUT) {
    this.errorPageTimeout = errorPageTimeout;
    this.upstream = new Upstream(url, timeout);
    this.internalToken = () => own.tokenFor('content');
  }

  /**
   * Without the template's CSS, which is the same for many pages (TemplateCss has it). Never throws: a service that is
   * away or talks nonsense is a fault with its status too.
   */
  pageRender(path: string, requestId: string, bearer?: Bearer, occasion: Occasion = {}): Promise<Outcome> {
    const headers: Record<string, string> = { 'X-Request-Id': requestId };
    if (bearer) headers.Authorization = `Bearer ${bearer.token}`;
    if (bearer?.viewAs) headers['View-As'] = headerValue(bearer.viewAs);
    // Only where it may matter: of a request that says nothing else content makes short work.
    if (occasion.forwardedFor && path.includes('?')) headers['X-Forwarded-For'] = occasion.forwardedFor;
    if (occasion.isPrefetch || occasion.isFetched) headers.Purpose = 'prefetch';
    return this.outcome(path, headers);
  }

  /** A page made for an error. Not waited for as others are: somebody may have waited for theirs already. */
  errorPageRender(path: string, requestId: string): Promise<Outcome> {
    return this.outcome(path, { 'X-Request-Id': requestId }, this.errorPageTimeout);
  }

  private async outcome(path: string, headers: Record<string, string>, timeout?: number): Promise<Outcome> {
    try {
      const query = `css=false&url=${encodeURIComponent(path)}`;
      const answer = await timed('content', () =>
        this.upstream.get(`/client/page-render?${query}`, headers, timeout),
      );
      if (answer.status !== 200) return { kind: 'fault', status: visitorStatus(answer.status) };
      const found: PageRender | PageRedirect = JSON.parse(answer.body.toString());
      if ('redirect' in found) return { kind: 'redirect', ...destination(found) };
      return {
        kind: 'page',
        render: found,
        madeFor: answer.headers['made-for'] === 'anybody' ? 'anybody' : 'member',
      };
    } catch (error) {
      if (!(error instanceof UpstreamError)) return { kind: 'fault', status: 500 };
      return { kind: 'fault', status: error.visitorStatus };
    }
  }

  /** The template, or undefined where there is none. Throws UpstreamError. */
  async template(id: string, requestId: string): Promise<TemplateSource | undefined> {
    const answer = await this.private(`/private/templates/${encodeURIComponent(id)}`, requestId);
    if (answer.status === 404 || answer.status === 422) return undefined;
    return parsed(answer);
  }

  /** Replaces a template on behalf of somebody. Throws UpstreamError. */
  replaceTemplate(id: string, template: object, headers: Record<string, string>): Promise<UpstreamAnswer> {
    const path = `/client/templates/${encodeURIComponent(id)}`;
    return this.upstream.send('PUT', path, headers, template, SAVE_TIMEOUT);
  }

  /** Every page that anybody may see and search engines may know. Throws UpstreamError. */
  async sitemap(requestId: string): Promise<SitemapPages> {
    // A content service of before tells no tags.
    return {
      tags: [],
      ...parsed<{ pages: SitemapPage[] }>(await this.private('/private/sitemap', requestId)),
    };
  }

  /** The site with its images; without one while it is not set up. Throws UpstreamError. */
  async siteImages(requestId: string): Promise<SiteImages> {
    return parsed(await this.private('/private/site-images', requestId));
  }

  /** The feed at an address, if there is one. Throws UpstreamError. */
  async feed(path: string, requestId: string): Promise<Feed | undefined> {
    const answer = await this.private(`/private/blog/feed?url=${encodeURIComponent(path)}`, requestId);
    return parsed<{ feed: Feed | null }>(answer).feed ?? undefined;
  }

  /** The address of the site's own page to log in on; undefined where there is none or nobody can tell. */
  async loginPage(requestId: string): Promise<string | undefined> {
    try {
      const answer = await this.private('/private/pages/with-plugin?ref=cms.login', requestId);
      return parsed<{ url: string | null }>(answer).url ?? undefined;
    } catch (error) {
      if (error instanceof UpstreamError) return undefined;
      throw error;
    }
  }

  /** Tells of addresses that nothing was found at. Throws UpstreamError. */
  async reportMissing(addresses: MissedAddress[]): Promise<void> {
    const headers = { Authorization: `Bearer ${await this.internalToken()}` };
    const { status } = await this.upstream.send('POST', '/private/missing-addresses', headers, { addresses });
    if (status !== 204) throw new UpstreamError(502, `Content answered ${status}.`);
  }

  close(): void {
    this.upstream.close();
  }

  private async private(path: string, requestId: string): Promise<UpstreamAnswer> {
    const authorization = `Bearer ${await this.internalToken()}`;
    return this.upstream.get(path, { 'X-Request-Id': requestId, Authorization: authorization });
  }
}

function parsed<T>(answer: UpstreamAnswer): T {
  if (answer.status !== 200) throw new UpstreamError(502, `Content answered ${answer.status}.`);
  return JSON.parse(answer.body.toString());
}

/** An address that content cannot even read is an address where no page is. */
function visitorStatus(status: number): number {
  if (status === 400 || status === 422 || status === 414) return 404;
  return [401, 403, 404, 410, 500].includes(status) ? status : 503;
}

function destination({ redirect }: PageRedirect): { url: string; status: number } {
  const status = [301, 302, 303, 307, 308].includes(redirect.responseCode) ? redirect.responseCode : 302;
  return { url: redirect.url, status };
}
