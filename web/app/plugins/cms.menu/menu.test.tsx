import { render, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { viewProps } from '../testing.ts';
import manifest from './manifest.ts';
import Menu, { type MenuData, type MenuFields } from './render.tsx';

const data = {
  siteName: 'Harbour',
  items: [
    { url: '/', label: 'Home' },
    { url: '/boats', label: 'Boats', children: [{ url: '/boats/small', label: 'Small' }] },
  ],
};

function draw(pageUrl: string, fields: MenuFields = {}, given: MenuData | undefined = data): HTMLElement {
  return render(<Menu {...viewProps({ ref: manifest.ref, fields, data: given, url: pageUrl })} />).container;
}

describe('cms.menu', () => {
  it('links the pages under a name of its own', () => {
    draw('/', { label: 'Pages' });
    const links = within(screen.getByRole('navigation', { name: 'Pages' })).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/', '/boats', '/boats/small']);
  });

  it('marks the page one is on, and its parent', () => {
    draw('/boats/small');
    expect(screen.getByRole('link', { name: 'Small' }).getAttribute('aria-current')).toBe('page');
    expect(screen.getByRole('link', { name: 'Boats' }).getAttribute('aria-current')).toBe('true');
    expect(screen.getByRole('link', { name: 'Home' }).hasAttribute('aria-current')).toBe(false);
  });

  it('shows the site’s name unless told not to', () => {
    expect(draw('/').querySelector('.pw-menu-name')?.textContent).toBe('Harbour');
    expect(draw('/', { showSiteName: false }).querySelector('.pw-menu-name')).toBeNull();
  });

  it('shows a logo, which is called as the site where its name does not stand beside it', () => {
    const logoIn = (fields: MenuFields) =>
      draw('/', { logo: '/files/logo.svg', ...fields }).querySelector('img');
    expect(logoIn({})?.alt).toBe('');
    expect(logoIn({ showSiteName: false })?.alt).toBe('Harbour');
  });

  it('folds without a script: the list follows its switch', () => {
    const fold = draw('/').querySelector('details');
    expect(fold?.nextElementSibling?.tagName).toBe('UL');
  });

  it('is nothing to stumble over before it is saved and without pages', () => {
    expect(draw('/', {}, { siteName: 'Harbour', items: [] }).querySelector('nav')).toBeNull();
    expect(draw('/', {}, { siteName: '', items: [] }).textContent).toBe('');
  });
});
