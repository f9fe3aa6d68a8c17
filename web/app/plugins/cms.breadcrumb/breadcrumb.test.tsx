import { render, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { viewProps } from '../testing.ts';
import type { BreadcrumbData } from './crumbs.ts';
import head from './head.ts';
import Breadcrumb, { type BreadcrumbFields } from './render.tsx';

const data: BreadcrumbData = {
  items: [
    { url: '/', label: 'Home' },
    { url: '/boats', label: 'Boats' },
  ],
};
const absolute = (path: string) => new URL(path, 'https://site.example').href;
const props = (fields: BreadcrumbFields = {}, given: BreadcrumbData | undefined = data, url = '/boats/one') =>
  viewProps({ ref: 'cms.breadcrumb', fields, data: given, url, title: 'One' });

function shown(...given: Parameters<typeof props>): string[] {
  render(<Breadcrumb {...props(...given)} />);
  const nav = screen.getByRole('navigation', { name: 'Breadcrumb' });
  return within(nav)
    .getAllByRole('listitem')
    .map((item) => item.textContent ?? '');
}

describe('cms.breadcrumb', () => {
  it('links what is above the page, and names the page itself last', () => {
    expect(shown()).toEqual(['Home', 'Boats', 'One']);
    expect(screen.getByRole('link', { name: 'Boats' }).getAttribute('href')).toBe('/boats');
    expect(screen.queryByRole('link', { name: 'One' })).toBeNull();
    expect(screen.getByText('One').getAttribute('aria-current')).toBe('page');
  });

  it('leaves the page out on request, and never shows nothing at all', () => {
    expect(shown({ showCurrent: false, homeLabel: 'Start' })).toEqual(['Start', 'Boats']);
  });

  it('shows the page alone where nothing is above it', () => {
    expect(shown({ showCurrent: false }, { items: [] }, '/')).toEqual(['One']);
  });

  it('tells search engines the way, once and with whole addresses', () => {
    const { jsonLd } = head([
      { ...props(), absolute, isOwn: true },
      { ...props(), absolute, isOwn: true },
    ]);
    expect(jsonLd).toMatchObject({
      '@type': 'BreadcrumbList',
      itemListElement: [
        { position: 1, name: 'Home', item: 'https://site.example/' },
        { position: 2, name: 'Boats', item: 'https://site.example/boats' },
        { position: 3, name: 'One', item: 'https://site.example/boats/one' },
      ],
    });
    expect(head([{ ...props({}, { items: [] }, '/'), absolute, isOwn: true }])).toEqual({});
  });
});
