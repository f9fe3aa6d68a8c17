import { render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { viewProps } from '../testing.ts';
import Sitemap, { type SitemapData } from './render.tsx';

const data: SitemapData = {
  items: [
    { url: '/', label: 'Home', children: [] },
    { url: '/boats', label: 'Boats', children: [{ url: '/boats/red', label: 'Red', children: [] }] },
  ],
};

it('links the pages in levels, and marks the page one is on', () => {
  render(<Sitemap {...viewProps({ fields: { columns: '3' }, data, url: '/boats/red' })} />);
  const nav = screen.getByRole('navigation', { name: 'Sitemap' });
  expect(nav.dataset.columns).toBe('3');
  const [boats] = within(nav)
    .getAllByRole('listitem')
    .filter((item) => within(item).queryByRole('list'));
  expect(
    within(boats as HTMLElement)
      .getByRole('link', { current: 'page' })
      .getAttribute('href'),
  ).toBe('/boats/red');
});

it('is nothing without pages', () => {
  const { container } = render(<Sitemap {...viewProps({ fields: {}, data: { items: [] } })} />);
  expect(container.textContent).toBe('');
});
