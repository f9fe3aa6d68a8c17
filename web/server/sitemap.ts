/**
 * The sitemap: the pages that content lists and, of those that show whatever their address names, one address for each name
 * that the service of it knows.
 */
import { Answer, problem } from './answer.ts';
import { tagOfService } from './changes.ts';
import type { Content, SitemapPage } from './content.ts';
import { SITEMAP_LIFE, sitemapPart, sitemapParts, sitemapXml } from './crawlers.ts';
import type { Log } from './log.ts';
import type { PageCache, Rendered } from './page-cache.ts';
import type { InternalTokens } from './service-identity.ts';
import type { Services } from './services.ts';

const TAGS = ['pages', 'site'];
/** Of all pages together: no site has as many things to show, and a list of more would take memory from its pages. */
export const MOST_NAMED = 100_000;
/** How long a sitemap is kept that lacks a service's names, in milliseconds. */
const SHORT_LIFE = 3_000;
/** Whoever reads it is no visitor who waits. */
const TIMEOUT = 5_000;

/** What a service answers at `GET /private/named-addresses`. */
interface NamedAddresses {
  names: { name: string; updatedAt: string }[];
  tags: string[];
}

interface Listed extends Pick<Rendered, 'tags' | 'life'> {
  pages: SitemapPage[];
}

interface SitemapParts {
  publicUrl: string;
  cache: PageCache;
  content: Pick<Content, 'sitemap'>;
  services: Pick<Services, 'of'>;
  own: InternalTokens;
  /** Whether the host hears of every change of a service. */
  isFollowed: (service: 'ecom') => boolean;
  log: Log;
}

export class Sitemap {
  private readonly parts: SitemapParts;

  constructor(parts: SitemapParts) {
    this.parts = parts;
  }

  /**
   * What the query of its address asks for; undefined where there is no such part. Kept like pages are, until one comes,
   * moves or goes; when pages were last changed may lag by `SITEMAP_LIFE`.
   */
  async answer(search: string, requestId: string): Promise<Answer | undefined> {
    const { cache, publicUrl } = this.parts;
    const part = sitemapPart(search);
    const isThere = part === 0 || (part !== undefined && part <= (await this.count(requestId)));
    if (!isThere) return undefined;
    const answer = await cache.obtain(`sitemap ${part}`, async () => {
      const { pages, ...kept } = await this.listed(requestId);
      const found = sitemapXml(pages, publicUrl, part);
      if (!found) return { answer: problem(404, 'sitemap_not_found', 'Not Found', requestId) };
      return { answer: found, ...kept };
    });
    return answer.status === 200 ? answer : undefined;
  }

  /** How many there are, kept like them: an address may name any, and all pages would be read for each that is none. */
  private async count(requestId: string): Promise<number> {
    const count = await this.parts.cache.obtain('sitemap parts', async () => {
      const { pages, ...kept } = await this.listed(requestId);
      return { answer: new Answer(200, {}, String(sitemapParts(pages, this.parts.publicUrl))), ...kept };
    });
    return Number(count.text);
  }

  private async listed(requestId: string): Promise<Listed> {
    const { content, isFollowed } = this.parts;
    const pages = await content.sitemap(requestId);
    if (!pages.some(({ named }) => named)) return { pages, tags: TAGS, life: SITEMAP_LIFE };
    // Before as well: what changed between the service's answer and the beginning of its being followed nobody tells.
    const wasFollowed = isFollowed('ecom');
    const found = await this.namesOf('ecom', requestId);
    const isLasting = found !== undefined && wasFollowed && isFollowed('ecom');
    return {
      pages: withNamed(pages, found?.names ?? []),
      tags: [...TAGS, tagOfService('ecom'), ...(found?.tags ?? [])],
      life: isLasting ? SITEMAP_LIFE : SHORT_LIFE,
    };
  }

  /** Undefined while the service is away: the pages are listed all the same. */
  private async namesOf(service: 'ecom', requestId: string): Promise<NamedAddresses | undefined> {
    const { services, own, log } = this.parts;
    const upstream = services.of(service);
    // A site without the service has nothing of it to list.
    if (!upstream) return { names: [], tags: [] };
    try {
      const headers = {
        'X-Request-Id': requestId,
        Authorization: `Bearer ${await own.tokenFor(service)}`,
      };
      const answer = await upstream.get('/private/named-addresses', headers, TIMEOUT);
      if (answer.status !== 200) throw new Error(`It answered ${answer.status}.`);
      return JSON.parse(answer.body.toString());
    } catch (error) {
      log('warning', 'sitemap without what a service names', { service, requestId, error });
      return undefined;
    }
  }
}

/** The pages; in the place of one that shows nothing without a name, its address with each. */
function withNamed(pages: readonly SitemapPage[], names: NamedAddresses['names']): SitemapPage[] {
  let left = MOST_NAMED;
  return pages.flatMap(({ url, updatedAt, named }) => {
    if (!named) return [{ url, updatedAt }];
    const own = names.slice(0, left);
    left -= own.length;
    return own.map((each) => ({
      url,
      search: `?${new URLSearchParams({ [named]: each.name })}`,
      updatedAt: each.updatedAt > updatedAt ? each.updatedAt : updatedAt,
    }));
  });
}
