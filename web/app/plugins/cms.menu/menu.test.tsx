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

  it('shows the site’s logo in place of its name, or beside it', () => {
    const file = {
      ...{ id: 'f', address: '/files/logo.png?v=1', name: 'logo.png', mimeType: 'image/png', size: 1 },
      ...{ width: 1600, height: 400, hasSizes: true, alt: '', title: '', focalPoint: { x: 0.5, y: 0.5 } },
    };
    const drawing = { ...file, address: '/files/dark.svg?v=1', hasSizes: false, width: 320, height: 80 };
    const logo = { file, withName: false };
    const drawn = (given: Partial<MenuData>, fields: MenuFields = {}) =>
      draw('/', fields, { ...data, ...given }).querySelector('.pw-menu-name') as HTMLElement;
    const image = drawn({ logo }).querySelector('img') as HTMLImageElement;
    // 144 pixels wide, on a screen of two to one.
    expect([image.alt, image.getAttribute('src')]).toEqual(['Harbour', '/files/logo.png?v=1']);
    expect([image.width, image.height]).toEqual([1600, 400]);
    const named = drawn({ logo: { file, withName: true } });
    expect(named.querySelector('img')?.alt).toBe('');
    expect(named.querySelector('picture')?.hasAttribute('data-named')).toBe(true);
    expect(named.textContent).toBe('Harbour');
    const source = drawn({ logo, darkLogo: { file: drawing, withName: false } }).querySelector('source');
    expect([source?.media, source?.srcset]).toEqual(['(prefers-color-scheme: dark)', '/files/dark.svg?v=1']);
    expect(drawn({ logo }, { showSiteName: false })).toBeNull();
    const isDark = { logo, darkLogo: { file: drawing, withName: false } };
    const inScheme = (scheme: 'light' | 'dark') => {
      const props = viewProps({ ref: manifest.ref, fields: {} as MenuFields, data: { ...data, ...isDark } });
      const { container } = render(<Menu {...props} site={{ ...props.site, scheme }} />);
      expect(container.querySelector('source')).toBeNull();
      return container.querySelector('img')?.getAttribute('src');
    };
    expect(inScheme('light')).toBe('/files/logo.png?v=1');
    expect(inScheme('dark')).toBe('/files/dark.svg?v=1');
    const own = drawn({ logo }, { logo: '/files/own.svg' });
    expect(own.querySelectorAll('img')).toHaveLength(1);
    expect(own.querySelector('img')?.getAttribute('src')).toBe('/files/own.svg');
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
