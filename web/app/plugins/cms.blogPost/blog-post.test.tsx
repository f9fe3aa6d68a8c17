import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { viewProps } from '../testing.ts';
import head from './head.ts';
import type { PostData } from './post-data.ts';
import BlogPost, { type BlogPostFields } from './render.tsx';

const data: PostData = {
  post: {
    title: 'A week in the hills',
    author: 'Ada',
    publishedAt: '2026-03-01T23:30:00+00:00',
    excerpt: null,
    readingMinutes: 5,
    categories: [
      { name: 'Travel', url: '/travel' },
      { name: 'Slow', url: null },
    ],
  },
};
const props = (fields: BlogPostFields = {}, given: PostData = data) =>
  viewProps({ ref: 'cms.blogPost', fields, data: given, url: '/travel/hills' });

describe('cms.blogPost', () => {
  it('shows when, by whom and under what it was written', () => {
    const { container } = render(<BlogPost {...props()} />);
    expect(container.querySelector('time')?.dateTime).toBe('2026-03-01T23:30:00+00:00');
    expect(container.textContent).toContain('By Ada');
    expect(screen.getByRole('link', { name: 'Travel' }).getAttribute('href')).toBe('/travel');
    expect(screen.queryByRole('link', { name: 'Slow' })).toBeNull();
    expect(screen.queryByRole('heading')).toBeNull();
  });

  it('shows what is chosen, and nothing before the page has its post', () => {
    const { container } = render(<BlogPost {...props({ showTitle: true, showCategories: false })} />);
    expect(screen.getByRole('heading').textContent).toBe('A week in the hills');
    expect(container.querySelector('a')).toBeNull();
    expect(render(<BlogPost {...props({}, { post: null })} />).container.textContent).toBe('');
  });

  it('says what the post is about, where that is chosen and the page has a description', () => {
    const told = { post: { ...data.post, excerpt: 'Rain & tea.' } } as PostData;
    const { container } = render(<BlogPost {...props({ showExcerpt: true }, told)} />);
    expect(container.querySelector('p')?.textContent).toBe('Rain & tea.');
    for (const [fields, given] of [[{}, told] as const, [{ showExcerpt: true }, data] as const])
      expect(render(<BlogPost {...props(fields, given)} />).container.querySelectorAll('p')).toHaveLength(1);
  });

  it('says how long it takes to read, where that is chosen and known', () => {
    const { container } = render(<BlogPost {...props({ showReadingTime: true })} />);
    const [date, author, time] = container.querySelectorAll('p > *');
    expect([date?.tagName, author?.textContent, time?.textContent]).toEqual(['TIME', 'By Ada', '5 min read']);
    const short = { post: { ...data.post, readingMinutes: 1 } } as PostData;
    expect(render(<BlogPost {...props({ showReadingTime: true }, short)} />).container.textContent).toContain(
      '1 min read',
    );
    const unknown = { post: { ...data.post, readingMinutes: null } } as PostData;
    for (const [fields, given] of [[{}, data] as const, [{ showReadingTime: true }, unknown] as const])
      expect(render(<BlogPost {...props(fields, given)} />).container.querySelectorAll('span')).toHaveLength(
        2,
      );
  });

  it('tells search engines that the page is a post', () => {
    const absolute = (path: string) => new URL(path, 'https://site.example').href;
    expect(head([{ ...props(), absolute, isOwn: true }]).jsonLd).toMatchObject({
      '@type': 'BlogPosting',
      headline: 'A week in the hills',
      mainEntityOfPage: 'https://site.example/travel/hills',
      author: { name: 'Ada' },
    });
    const timed = { ...props({ showReadingTime: true }), absolute, isOwn: true };
    expect(head([timed]).jsonLd).toHaveProperty('timeRequired', 'PT5M');
    // Only what the page shows, too.
    expect(head([{ ...props(), absolute, isOwn: true }]).jsonLd).not.toHaveProperty('timeRequired');
    expect(head([{ ...props({}, { post: null }), absolute, isOwn: true }])).toEqual({});
  });

  it('announces the feeds of its first category that has some', () => {
    const absolute = (path: string) => new URL(path, 'https://site.example').href;
    const slow = { name: 'Slow', url: null, feed: '/categories/7' };
    const categories = [{ name: 'Travel', url: '/travel' }, slow];
    const given = { post: { ...data.post, categories } } as PostData;
    expect(head([{ ...props({}, given), absolute, isOwn: true }]).feeds).toEqual({
      title: 'Slow',
      path: '/categories/7',
    });
    expect(head([{ ...props(), absolute, isOwn: true }]).feeds).toBeUndefined();
  });
});
