import { render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { viewProps } from '../testing.ts';
import BlogMenu, { type BlogMenuData } from './render.tsx';

const data: BlogMenuData = {
  items: [
    { name: 'Alps', url: '/travel/alps' },
    { name: 'Coast', url: '/travel/coast' },
  ],
};

it('links under a name of its own, and marks the page one is on', () => {
  render(<BlogMenu {...viewProps({ fields: { label: 'More' }, data, url: '/travel/coast' })} />);
  const links = within(screen.getByRole('navigation', { name: 'More' })).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/travel/alps', '/travel/coast']);
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Coast');
});

it('has its name without a heading too, and is nothing without links', () => {
  const { rerender, container } = render(<BlogMenu {...viewProps({ fields: { showLabel: false }, data })} />);
  expect(screen.getByRole('navigation', { name: 'Categories' })).toBeTruthy();
  expect(screen.queryByRole('heading')).toBeNull();
  rerender(<BlogMenu {...viewProps({ fields: {}, data: { items: [] } })} />);
  expect(container.textContent).toBe('');
});
