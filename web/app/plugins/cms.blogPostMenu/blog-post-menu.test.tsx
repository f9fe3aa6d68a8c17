import { render, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { ListedPost } from '../blog/post.tsx';
import { shownFile, viewProps } from '../testing.ts';
import BlogPostMenu, { type BlogPostMenuData, type BlogPostMenuFields } from './render.tsx';

const post = (title: string): ListedPost => ({
  title,
  url: `/travel/${title.toLowerCase()}`,
  publishedAt: '2026-03-01T10:00:00Z',
  author: 'Bea Otter',
  excerpt: `All about ${title}.`,
});
const data: BlogPostMenuData = { posts: [post('Alps'), post('Coast')] };

it('links under a name of its own, and marks the page one is on', () => {
  render(<BlogPostMenu {...viewProps({ fields: { label: 'More' }, data, url: '/travel/coast' })} />);
  const links = within(screen.getByRole('navigation', { name: 'More' })).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/travel/alps', '/travel/coast']);
  expect(links.map((link) => link.textContent)).toEqual(['Alps', 'Coast']);
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Coast');
});

it.each(['titles', 'cards'] as const)('has its name without a heading too as %s', (displayMode) => {
  render(<BlogPostMenu {...viewProps({ fields: { showLabel: false, displayMode }, data })} />);
  expect(screen.getByRole('navigation', { name: 'Latest posts' })).toBeTruthy();
  expect(screen.queryByRole('heading', { name: 'Latest posts' })).toBeNull();
});

it.each(['titles', 'cards'] as const)('is nothing without posts as %s', (displayMode) => {
  const props = viewProps({ fields: { displayMode }, data: { posts: [] } });
  expect(render(<BlogPostMenu {...props} />).container.innerHTML).toBe('');
});

describe('in cards', () => {
  const draw = (fields: BlogPostMenuFields = {}, files = {}, posts = data.posts) =>
    render(
      <BlogPostMenu
        {...viewProps({ fields: { displayMode: 'cards', ...fields }, data: { posts }, files })}
      />,
    ).container;
  const levels = () => screen.getAllByRole('heading').map(({ localName }) => localName);

  it('shows when each post came and what it is about, with one link to it', () => {
    const container = draw({ label: 'Read next' });
    const menu = within(screen.getByRole('navigation', { name: 'Read next' }));
    expect(menu.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Alps', 'Coast']);
    expect(container.querySelectorAll('time')).toHaveLength(2);
    expect(container.textContent).toContain('All about Alps.');
    expect(container.textContent).not.toContain('Bea Otter');
  });

  it('names each post below the name of the menu', () => {
    draw();
    expect(levels()).toEqual(['h2', 'h3', 'h3']);
  });

  it('skips no level of headings where the name is not shown', () => {
    draw({ showLabel: false });
    expect(levels()).toEqual(['h2', 'h2']);
  });

  it('shows their images in the size of a card, once they are near', () => {
    const file = shownFile({ alt: 'A summit' });
    const container = draw({}, { [file.id]: file }, [{ ...post('Alps'), image: { file: file.id } }]);
    const image = container.querySelector('img');
    expect(image?.getAttribute('loading')).toBe('lazy');
    expect(image?.getAttribute('alt')).toBe('');
    expect(image?.sizes).toContain('(min-width:912px) max(364px,calc(33.33vw - 16px))');
  });
});
