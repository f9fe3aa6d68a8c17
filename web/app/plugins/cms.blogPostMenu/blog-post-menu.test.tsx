import { render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { viewProps } from '../testing.ts';
import BlogPostMenu, { type BlogPostMenuData } from './render.tsx';

const data: BlogPostMenuData = {
  posts: [
    { title: 'Alps', url: '/travel/alps' },
    { title: 'Coast', url: '/travel/coast' },
  ],
};

it('links under a name of its own, and marks the page one is on', () => {
  render(<BlogPostMenu {...viewProps({ fields: { label: 'More' }, data, url: '/travel/coast' })} />);
  const links = within(screen.getByRole('navigation', { name: 'More' })).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/travel/alps', '/travel/coast']);
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Coast');
});

it('has its name without a heading too, and is nothing without links', () => {
  const { rerender, container } = render(
    <BlogPostMenu {...viewProps({ fields: { showLabel: false }, data })} />,
  );
  expect(screen.getByRole('navigation', { name: 'Latest posts' })).toBeTruthy();
  expect(screen.queryByRole('heading')).toBeNull();
  rerender(<BlogPostMenu {...viewProps({ fields: {}, data: { posts: [] } })} />);
  expect(container.textContent).toBe('');
});
