import { describe, expect, it } from 'vitest';
import { placeholderValues } from './linked-data-facts.ts';
import { together } from './linked-data-together.ts';

const crumb = (position: number) => ({ '@type': 'ListItem', position });
const offer = { '@type': 'Offer', price: '12.00', priceCurrency: 'EUR' };

describe('linked data and what plugins say', () => {
  it('is told once of each thing, with what either says', () => {
    const attached = { '@type': 'Product', name: 'Mug', brand: 'Ours' };
    const plugin = { '@context': 'x', '@type': 'Product', name: 'Mug', brand: 'Theirs', offers: [offer] };
    expect(together([attached], [plugin])).toEqual([{ ...attached, offers: [offer] }]);
  });

  it('keeps the longer list', () => {
    const short = { '@type': 'BreadcrumbList', itemListElement: [crumb(1), crumb(2)] };
    const long = { '@type': 'BreadcrumbList', itemListElement: [crumb(1), crumb(2), crumb(3), crumb(4)] };
    expect(together([short], [long])).toEqual([long]);
    expect(together([long], [short])).toEqual([long]);
    const same = { '@type': 'BreadcrumbList', itemListElement: [crumb(7), crumb(8)] };
    expect(together([same], [short])).toEqual([same]);
  });

  it('says more exactly what an article or an organization is', () => {
    const post = { '@type': 'BlogPosting', headline: 'Short', datePublished: '2026-01-01' };
    expect(together([{ '@type': 'Article', headline: 'Long' }], [post])).toEqual([
      { '@type': 'BlogPosting', headline: 'Long', datePublished: '2026-01-01' },
    ]);
    const shop = { '@type': 'LocalBusiness', name: 'Willow', telephone: '1' };
    expect(together([shop], [{ '@type': 'Organization', name: 'Willow', logo: 'l' }])).toEqual([
      { ...shop, logo: 'l' },
    ]);
    const news = { '@type': 'https://schema.org/NewsArticle', headline: 'News' };
    expect(together([news], [post])).toEqual([{ ...post, ...news }]);
  });

  it('leaves two things two', () => {
    const partner = { '@type': 'Organization', name: 'Partner' };
    const us = { '@type': 'Organization', name: 'Willow', url: 'https://site.example/' };
    expect(together([partner], [us])).toEqual([partner, us]);
    const ours = { ...partner, url: us.url };
    expect(together([ours], [us])).toEqual([ours]);
    const page = { '@type': 'WebPage', name: 'x' };
    const questions = { '@type': 'FAQPage', mainEntity: [] };
    expect(together([page], [questions])).toEqual([page, questions]);
    const list = { '@type': 'ItemList', itemListElement: [crumb(1)] };
    const way = { '@type': 'BreadcrumbList', itemListElement: [crumb(1)] };
    expect(together([list], [way])).toEqual([list, way]);
  });
});

describe('what placeholders stand for', () => {
  const head = {
    title: 'Mugs',
    description: undefined,
    url: 'https://site.example/mugs',
    image: undefined,
    updatedAt: '2026-01-02T00:00:00Z',
    siteName: 'Willow',
    siteUrl: 'https://site.example/',
    siteLogo: undefined,
    siteLanguage: 'en',
  };
  const itemsOf = (...items: object[]) => placeholderValues(head, items);

  it('is what the plugins of the page say', () => {
    const product = { '@type': 'Product', name: 'Mug', image: 'm.jpg', brand: { name: 'W' }, offers: offer };
    const post = {
      '@type': 'BlogPosting',
      author: [{ '@type': 'Person', name: 'Jane' }],
      datePublished: '2026',
    };
    const questions = { '@type': 'FAQPage', mainEntity: [{ '@type': 'Question' }] };
    expect(itemsOf(post, questions, product)).toMatchObject({
      'page.author': 'Jane',
      'page.publishedAt': '2026',
      'page.questions': questions.mainEntity,
      'product.name': 'Mug',
      'product.images': ['m.jpg'],
      'product.brand': 'W',
      'product.offers': [offer],
    });
  });

  it('is nothing where nobody says it', () => {
    const values = itemsOf(
      { '@type': 'Product', brand: 3, name: ['x'] },
      { '@type': 'BlogPosting', author: 'J' },
    );
    expect(values).toMatchObject({
      'product.brand': undefined,
      'product.name': undefined,
      'page.author': 'J',
    });
    expect(itemsOf()['page.questions']).toBeUndefined();
  });

  it('is the way that the breadcrumb shows, or of a page right below the first one the two', () => {
    const way = [crumb(1), crumb(2), crumb(3)];
    expect(itemsOf({ '@type': 'BreadcrumbList', itemListElement: way })['page.breadcrumb']).toBe(way);
    expect(itemsOf()['page.breadcrumb']).toEqual([
      { '@type': 'ListItem', position: 1, name: 'Willow', item: 'https://site.example/' },
      { '@type': 'ListItem', position: 2, name: 'Mugs', item: 'https://site.example/mugs' },
    ]);
    for (const url of ['https://site.example/', 'https://site.example/a/b', undefined])
      expect(placeholderValues({ ...head, url }, [])['page.breadcrumb']).toBeUndefined();
  });
});
