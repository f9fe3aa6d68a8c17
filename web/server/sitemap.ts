/**
 * The sitemap: the pages that content lists and, of those that show whatever their address names, one address for each name
 * that the service of it knows.
 */
import type { PostService } from '../app/plugins/contract.ts';
import { Answer, problem } from './answer.ts';
import { tagOfService } from './changes.ts';
import type { Content, NamedBy, SitemapPage } from './content.ts';
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
/** The reader of a sitemap is a crawler, not a visitor who waits. */
const TIMEOUT = 5_000;

/** What a service answers at `GET /private/named-addresses` for one of its plugins. */
interface NamedAddresses {
  names: { name: string; updatedAt: string }[];
  tags: string[];
}

/** The entries of each sitemap, and until when they may be kept, in the time of `performance.now()`. */
interface Listed {
  parts: string[];
  tags: string[];
  until: number;
}

/** Kept among the answers, by its size: each part of the sitemap is made from it. */
class ListedAnswer extends Answer {
  readonly listed: Listed;

  constructor(listed: Listed) {
    super(200, {}, '');
    this.listed = listed;
  }

  override get weight(): number {
    return this.listed.parts.reduce((bytes, part) => bytes + part.length, super.weight);
  }
}

interface SitemapParts {
  publicUrl: string;
  cache: PageCache;
  content: Pick<Content, 'sitemap'>;
  services: Pick<Services, 'of'>;
  own: InternalTokens;
  /** Whether the host hears of every change of a service. */
  isFollowed: (service: PostService) => boolean;
  log: Log;
  /** Milliseconds that a service may take, where the usual ones are not to count. */
  timeout?: number;
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
      const { parts, ...kept } = await this.listed(requestId);
      const found = sitemapXml(parts, publicUrl, part);
      if (!found) return { answer: problem(404, 'sitemap_not_found', requestId) };
      return { answer: found, ...keptUntil(kept) };
    });
    return answer.status === 200 ? answer : undefined;
  }

  /**
   * How many there are, kept apart from what they are made from: that may be too large to be kept, and an address may name
   * any part.
   */
  private async count(requestId: string): Promise<number> {
    const count = await this.parts.cache.obtain('sitemap count', async () => {
      const { parts, ...kept } = await this.listed(requestId);
      return { answer: new Answer(200, {}, String(parts.length)), ...keptUntil(kept) };
    });
    return Number(count.text);
  }

  /** What all parts are made from: read once, and kept until one of its tags changes. */
  private async listed(requestId: string): Promise<Listed> {
    const answer = await this.parts.cache.obtain('sitemap entries', async () => {
      const { pages, tags, life } = await this.read(requestId);
      const parts = sitemapParts(pages, this.parts.publicUrl);
      const listed = { parts, tags, until: performance.now() + life };
      return { answer: new ListedAnswer(listed), tags, life };
    });
    return (answer as ListedAnswer).listed;
  }

  private async read(requestId: string): Promise<{ pages: SitemapPage[]; tags: string[]; life: number }> {
    const { content, isFollowed } = this.parts;
    const { pages, tags } = await content.sitemap(requestId);
    const named = new Map(pages.flatMap(({ named }) => (named ? [[keyOf(named), named]] : [])));
    const services = [...new Set([...named.values()].map(({ service }) => service))];
    const areFollowed = () => services.every((service) => isFollowed(service));
    // Before as well: what changed between a service's answer and the beginning of its being followed nobody tells.
    const wereFollowed = areFollowed();
    const found = new Map(
      await Promise.all(
        [...named].map(async ([key, each]) => [key, await this.namesOf(each, requestId)] as const),
      ),
    );
    const answers = [...found.values()];
    const isLasting = !answers.includes(undefined) && wereFollowed && areFollowed();
    return {
      pages: withNamed(pages, (each) => found.get(keyOf(each))?.names ?? []),
      tags: [
        ...TAGS,
        ...tags,
        ...services.map(tagOfService),
        ...answers.flatMap((answer) => answer?.tags ?? []),
      ],
      life: isLasting ? SITEMAP_LIFE : SHORT_LIFE,
    };
  }

  /** Undefined while the service is away: the pages are listed all the same. */
  private async namesOf({ service, ref }: NamedBy, requestId: string): Promise<NamedAddresses | undefined> {
    const { services, own, log, timeout = TIMEOUT } = this.parts;
    const upstream = services.of(service);
    // A site without the service has nothing of it to list.
    if (!upstream) return { names: [], tags: [] };
    try {
      const headers = {
        'X-Request-Id': requestId,
        Authorization: `Bearer ${await own.tokenFor(service)}`,
      };
      const address = `/private/named-addresses?${new URLSearchParams({ ref })}`;
      const answer = await upstream.get(address, headers, timeout);
      if (answer.status !== 200) throw new Error(`It answered ${answer.status}.`);
      return JSON.parse(answer.body.toString());
    } catch (error) {
      log('warning', 'sitemap without what a service names', { service, ref, requestId, error });
      return undefined;
    }
  }
}

const keyOf = ({ service, ref }: NamedBy) => `${service} ${ref}`;

/** For an answer made from what is kept until then. */
function keptUntil({ tags, until }: Pick<Listed, 'tags' | 'until'>): Pick<Rendered, 'tags' | 'life'> {
  return { tags, life: until - performance.now() };
}

/** The pages; in the place of one that shows nothing without a name, its address with each. */
function withNamed(
  pages: readonly SitemapPage[],
  namesOf: (named: NamedBy) => NamedAddresses['names'],
): SitemapPage[] {
  let left = MOST_NAMED;
  return pages.flatMap(({ url, updatedAt, named }) => {
    if (!named) return [{ url, updatedAt }];
    const own = namesOf(named).slice(0, left);
    left -= own.length;
    return own.map((each) => ({
      url,
      search: `?${new URLSearchParams({ [named.parameter]: each.name })}`,
      updatedAt: each.updatedAt > updatedAt ? each.updatedAt : updatedAt,
    }));
  });
}
