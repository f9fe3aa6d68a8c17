import { addressOf, type Cut, dimensionsOf } from '../app/plugins/images/variants.ts';
import { writtenPath } from './address.ts';
import { Answer } from './answer.ts';
import type { Feed, FeedImage } from './content.ts';

type Format = 'rss' | 'atom';

const TYPES: Record<Format, string> = {
  rss: 'application/rss+xml; charset=utf-8',
  atom: 'application/atom+xml; charset=utf-8',
};

/** Which kind of feed an address is one of, if there is one at all. */
export function feedFormat(path: string): Format | undefined {
  if (path.endsWith('/feed.xml')) return 'rss';
  return path.endsWith('/atom.xml') ? 'atom' : undefined;
}

/** The posts as RSS 2.0 or Atom (RFC 4287). `path` is the feed's own address. */
export function feedAnswer(feed: Feed, format: Format, path: string, publicUrl: string): Answer {
  const absolute = (url: string) => new URL(publicUrl + writtenPath(url)).href;
  const write = format === 'rss' ? rss : atom;
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n${write(feed, absolute, absolute(path))}\n`;
  return new Answer(200, { 'Content-Type': TYPES[format], 'Cache-Control': 'no-cache' }, body);
}

type Absolute = (url: string) => string;

const SPACES = {
  atom: 'http://www.w3.org/2005/Atom',
  dc: 'http://purl.org/dc/elements/1.1/',
  media: 'http://search.yahoo.com/mrss/',
};

function rss(feed: Feed, absolute: Absolute, self: string): string {
  const items = feed.entries.map((entry) =>
    element('item', [
      text('title', entry.title),
      text('link', absolute(entry.url)),
      `<guid isPermaLink="false">${urn(entry.id)}</guid>`,
      text('pubDate', new Date(entry.publishedAt).toUTCString()),
      entry.author && text('dc:creator', entry.author),
      ...entry.categories.map((name) => text('category', name)),
      entry.excerpt && text('description', asHtml(entry.excerpt)),
      entry.image && mediaContent(entry.image, self),
    ]),
  );
  const channel = element('channel', [
    text('title', titleOf(feed)),
    text('link', absolute(feed.url)),
    text('description', asHtml(feed.description || titleOf(feed))),
    text('language', feed.language),
    text('lastBuildDate', new Date(feed.updatedAt).toUTCString()),
    `<atom:link href="${escaped(self)}" rel="self" type="application/rss+xml"/>`,
    ...items,
  ]);
  const spaces = Object.entries(SPACES).map(([name, place]) => `xmlns:${name}="${place}"`);
  return `<rss version="2.0" ${spaces.join(' ')}>\n${channel}\n</rss>`;
}

function atom(feed: Feed, absolute: Absolute, self: string): string {
  const entries = feed.entries.map((entry) =>
    element('entry', [
      text('id', urn(entry.id)),
      text('title', entry.title),
      `<link href="${escaped(absolute(entry.url))}"/>`,
      text('published', moment(entry.publishedAt)),
      text('updated', moment(entry.updatedAt)),
      entry.author && element('author', [text('name', entry.author)]),
      ...entry.categories.map((name) => `<category term="${escaped(name)}"/>`),
      entry.excerpt && text('summary', entry.excerpt),
      entry.image && `<link href="${escaped(imageAddress(entry.image, self))}" rel="enclosure"/>`,
    ]),
  );
  const parts = [
    text('id', feed.id ? urn(feed.id) : absolute('/')),
    text('title', titleOf(feed)),
    feed.description && text('subtitle', feed.description),
    text('updated', moment(feed.updatedAt)),
    // Of those entries, too, that have none of their own.
    element('author', [text('name', feed.siteName)]),
    `<link href="${escaped(self)}" rel="self" type="application/atom+xml"/>`,
    `<link href="${escaped(absolute(feed.url))}" rel="alternate" type="text/html"/>`,
    ...entries,
  ];
  return element(`feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${escaped(feed.language)}"`, parts);
}

/** The width that images of feeds have at most: that of the size which is asked for. */
const WIDEST = 1024;

/** The part that the post's page shows. A content service of before tells of none. */
const cutOf = ({ aspect, crop }: FeedImage): Cut => ({ aspect: aspect ?? '', crop: crop ?? undefined });

function imageAddress(image: FeedImage, self: string): string {
  return new URL(addressOf({ ...image, hasSizes: true }, 'lg', cutOf(image)), self).href;
}

/** Media RSS: unlike an enclosure it need not say how many bytes there are, which depends on who asks. */
function mediaContent(image: FeedImage, self: string): string {
  const shown = dimensionsOf({ ...image, hasSizes: true }, cutOf(image)) ?? image;
  const width = Math.min(shown.width, WIDEST);
  const height = Math.max(1, Math.round((shown.height * width) / shown.width));
  const attributes = `url="${escaped(imageAddress(image, self))}" medium="image" width="${width}" height="${height}"`;
  if (!image.alt) return `<media:content ${attributes}/>`;
  return element(`media:content ${attributes}`, [text('media:description', image.alt)]);
}

/** The whole blog is called what the site is. */
const titleOf = ({ id, title, siteName }: Feed) => (id ? `${title} – ${siteName}` : siteName);
const moment = (time: string) => new Date(time).toISOString();
const urn = (id: string) => `urn:uuid:${id}`;

function element(opening: string, parts: (string | null | undefined)[]): string {
  const name = opening.split(' ', 1)[0];
  return `<${opening}>\n${parts.filter(Boolean).join('\n')}\n</${name}>`;
}

function text(name: string, content: string): string {
  return `<${name}>${escaped(content)}</${name}>`;
}

/** Plain words as HTML, which is what RSS has in descriptions: readers would take `<em>` for markup and drop it. */
function asHtml(words: string): string {
  return words.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

/** XML has no way to write most control characters. */
function escaped(words: string): string {
  return words
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
