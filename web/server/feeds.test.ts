// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import type { Feed } from './content.ts';
import { feedAnswer, feedFormat } from './feeds.ts';

const HOSTILE = '</title><script>alert(1)</script> & "\' ]]> \u0000\u0008\uFFFF\uD800 ü 😀';
const SHOWN = '</title><script>alert(1)</script> & "\' ]]> \uFFFD ü 😀';

const feed = (changed: Partial<Feed> = {}): Feed => ({
  id: '0193a5b0-0000-7000-8000-000000000001',
  title: 'Travel',
  siteName: 'Harbour',
  language: 'en-GB',
  url: '/travel',
  description: null,
  updatedAt: '2026-03-02T10:00:00+00:00',
  entries: [
    {
      id: '0193a5b0-0000-7000-8000-000000000002',
      title: HOSTILE,
      author: HOSTILE,
      publishedAt: '2026-03-01T10:00:00+00:00',
      updatedAt: '2026-03-02T10:00:00+00:00',
      url: '/travel/süß & "so"',
      excerpt: HOSTILE,
      categories: [HOSTILE],
    },
  ],
  tags: [],
  ...changed,
});

function parsed(format: 'rss' | 'atom', given = feed()): Document {
  const { text } = feedAnswer(given, format, `/travel/${format}.xml`, 'https://site.example');
  const document = new DOMParser().parseFromString(text, 'application/xml');
  expect(document.querySelector('parsererror')).toBeNull();
  return document;
}
const words = (document: Document, selector: string) => document.querySelector(selector)?.textContent;

describe('feedFormat', () => {
  it('goes by the end of the address', () => {
    expect(['/feed.xml', '/a/atom.xml', '/feed.xml/a', '/myfeed.xml', '/'].map(feedFormat)).toEqual([
      'rss',
      'atom',
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('feedAnswer', () => {
  it('writes RSS that says what was written, whatever it is', () => {
    const document = parsed('rss');
    expect(words(document, 'channel > title')).toBe('Travel – Harbour');
    expect(words(document, 'item > title')).toBe(SHOWN);
    const description = words(document, 'item > description') ?? '';
    expect(new DOMParser().parseFromString(description, 'text/html').body.textContent).toBe(SHOWN);
    expect(words(document, 'item > category')).toBe(SHOWN);
    expect(words(document, 'item > link')).toBe('https://site.example/travel/s%C3%BC%C3%9F%20&%20%22so%22');
    expect(words(document, 'item > guid')).toBe('urn:uuid:0193a5b0-0000-7000-8000-000000000002');
    // Readers take it for an address otherwise, and open that.
    expect(document.querySelector('item > guid')?.getAttribute('isPermaLink')).toBe('false');
    expect(words(document, 'item > pubDate')).toBe('Sun, 01 Mar 2026 10:00:00 GMT');
    expect(document.querySelector('script')).toBeNull();
  });

  it('says in RSS what the feed is, where it is and when it was changed', () => {
    const document = parsed('rss');
    expect(words(document, 'channel > link')).toBe('https://site.example/travel');
    expect(words(document, 'channel > language')).toBe('en-GB');
    expect(words(document, 'channel > lastBuildDate')).toBe('Mon, 02 Mar 2026 10:00:00 GMT');
    // RSS asks for a description; without one it is the title.
    expect(words(document, 'channel > description')).toBe('Travel – Harbour');
    const described = parsed('rss', feed({ description: 'Out & about' }));
    expect(words(described, 'channel > description')).toBe('Out &amp; about');
    const self = document.getElementsByTagName('atom:link')[0];
    expect([self?.getAttribute('rel'), self?.getAttribute('href')]).toEqual([
      'self',
      'https://site.example/travel/rss.xml',
    ]);
  });

  it('writes Atom with all that an entry needs', () => {
    const document = parsed('atom');
    expect(words(document, 'feed > id')).toBe('urn:uuid:0193a5b0-0000-7000-8000-000000000001');
    expect(words(document, 'feed > updated')).toBe('2026-03-02T10:00:00.000Z');
    expect(words(document, 'entry > id')).toBe('urn:uuid:0193a5b0-0000-7000-8000-000000000002');
    expect(words(document, 'entry > published')).toBe('2026-03-01T10:00:00.000Z');
    expect(words(document, 'entry > updated')).toBe('2026-03-02T10:00:00.000Z');
    expect(words(document, 'entry > author > name')).toBe(SHOWN);
    expect(document.querySelector('entry > category')?.getAttribute('term')).toBe(SHOWN);
    expect(document.querySelector('feed > link[rel="self"]')?.getAttribute('href')).toBe(
      'https://site.example/travel/atom.xml',
    );
    expect(document.querySelector('feed > link[rel="alternate"]')?.getAttribute('href')).toBe(
      'https://site.example/travel',
    );
    expect(document.documentElement.getAttribute('xml:lang')).toBe('en-GB');
  });

  it('is whole without posts and without what may be left out', () => {
    const bare = {
      ...feed().entries[0],
      author: '',
      excerpt: null,
      categories: [],
    } as Feed['entries'][number];
    const document = parsed('atom', feed({ id: null, entries: [bare] }));
    expect(words(document, 'feed > id')).toBe('https://site.example/');
    expect(words(document, 'feed > title')).toBe('Harbour');
    expect(words(document, 'feed > author > name')).toBe('Harbour');
    expect(document.querySelector('entry > author, entry > summary, entry > category')).toBeNull();
    expect(parsed('rss', feed({ entries: [] })).querySelector('item')).toBeNull();
  });

  it('shows the image of a post, in a size for readers', () => {
    const image = { address: '/files/a%20b.jpg?v=1', width: 2048, height: 1536, alt: HOSTILE };
    const entry = { ...feed().entries[0], image } as Feed['entries'][number];
    const shown = 'https://site.example/files/a%20b.jpg?v=1&size=lg';
    const content = parsed('rss', feed({ entries: [entry] })).getElementsByTagName('media:content')[0];
    expect(content?.getAttribute('url')).toBe(shown);
    expect([content?.getAttribute('width'), content?.getAttribute('height')]).toEqual(['1024', '768']);
    expect(content?.textContent?.trim()).toBe(SHOWN);
    const link = parsed('atom', feed({ entries: [entry] })).querySelector('link[rel="enclosure"]');
    expect(link?.getAttribute('href')).toBe(shown);
  });

  it('shows the part of an image that the page of its post shows', () => {
    const whole = { address: '/files/a.jpg?v=1', width: 2000, height: 1000, alt: '' };
    const image = { ...whole, aspect: '1:1', crop: '0-0-2500-10000' };
    const entry = { ...feed().entries[0], image } as Feed['entries'][number];
    const shown = 'https://site.example/files/a.jpg?v=1&size=lg&aspect=1:1&crop=0-0-2500-10000';
    const content = parsed('rss', feed({ entries: [entry] })).getElementsByTagName('media:content')[0];
    expect(content?.getAttribute('url')).toBe(shown);
    expect([content?.getAttribute('width'), content?.getAttribute('height')]).toEqual(['500', '500']);
    const link = parsed('atom', feed({ entries: [entry] })).querySelector('link[rel="enclosure"]');
    expect(link?.getAttribute('href')).toBe(shown);
  });
});
