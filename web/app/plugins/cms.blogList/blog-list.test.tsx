import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { viewProps } from '../testing.ts';
import head from './head.ts';
import BlogList, { type BlogListData, type BlogListFields } from './render.tsx';

const posts = ['Alps', 'Coast'].map((title) => ({
  title,
  url: `/travel/${title.toLowerCase()}`,
  publishedAt: '2026-03-01T10:00:00Z',
  author: '',
  excerpt: `All about ${title}.`,
}));

function draw(fields: BlogListFields = {}, data: Partial<BlogListData> = {}): HTMLElement {
  const given = { posts, page: 1, hasOlder: false, hasFeed: true, ...data };
  return render(<BlogList {...viewProps({ fields, data: given, url: '/travel' })} />).container;
}
const links = () => screen.getAllByRole('link').map((link) => link.getAttribute('href'));

describe('cms.blogList', () => {
  it('lists posts with date and description', () => {
    const container = draw();
    expect(screen.getAllByRole('heading', { level: 2 }).map((each) => each.textContent)).toEqual([
      'Alps',
      'Coast',
    ]);
    expect(container.textContent).toContain('All about Alps.');
    expect(container.querySelectorAll('time')).toHaveLength(2);
    expect(links()).toEqual(['/travel/alps', '/travel/coast']);
  });

  it('shows titles alone on request', () => {
    const container = draw({ displayMode: 'titles', showDate: false });
    expect(screen.queryByRole('heading')).toBeNull();
    expect(container.textContent).toBe('AlpsCoast');
  });

  it('leads to newer and older posts; the first page has one address', () => {
    draw({}, { page: 2, hasOlder: true });
    expect(links().slice(2)).toEqual(['/travel', '/travel?posts-page=3']);
    expect(screen.getByText('Page 2')).toBeTruthy();
  });

  it('leads back to the first page from beyond the last page', () => {
    draw({}, { posts: [], page: 9 });
    expect(links()).toEqual(['/travel']);
  });

  it('announces its feeds, and those of the blog beside the newest posts', () => {
    const given = { posts, page: 1, hasOlder: false, hasFeed: true };
    const absolute = (path: string) => path;
    const fields: BlogListFields = { blogCategoryId: '0193a2d0-0000-7000-8000-000000000001' };
    const props = {
      ...viewProps({ fields, data: given, url: '/travel', title: 'Travel' }),
      absolute,
      isOwn: true,
    };
    expect(head([props])).toEqual({ feeds: { title: 'Travel', path: '/travel' } });
    expect(head([{ ...props, fields: { displayMode: 'cards' } }]).feeds?.path).toBe('/');
    // As in a layout, whose list belongs to no page of its own: at the page's address there is no feed.
    expect(head([{ ...props, fields: {} }]).feeds?.path).toBe('/');
    expect(head([{ ...props, data: { ...given, hasFeed: false } }])).toEqual({});
  });

  it('says that there are none', () => {
    expect(draw({}, { posts: [] }).textContent).toBe('No posts yet.');
  });
});
