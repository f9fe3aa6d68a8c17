import { expect, it } from 'vitest';
import { showIdentity } from './shown-identity.ts';

const logo = { address: '/files/logo.png?v=1&size=md', width: 400, height: 100, withName: false };

function pageOf(html: string): Document {
  return new DOMParser().parseFromString(`<header>${html}</header>`, 'text/html');
}

it('draws the site’s logo as menus do, and its name in its place', () => {
  const page = pageOf(
    '<a class="pw-menu-name"><picture class="pw-menu-logo"><img src="/old"></picture><span class="pw-menu-title">Old</span></a>',
  );
  showIdentity(page, 'New', undefined);
  expect(page.querySelector('img')?.getAttribute('src')).toBe('/old');
  showIdentity(page, 'New', logo);
  showIdentity(page, 'New', logo);
  const [image, ...more] = page.querySelectorAll('img');
  expect([image?.getAttribute('src'), image?.alt, more]).toEqual([logo.address, 'New', []]);
  expect(page.querySelector('.pw-menu-title')?.textContent).toBe('New');
  showIdentity(page, 'New', { ...logo, withName: true });
  expect(page.querySelector('.pw-menu-logo')?.hasAttribute('data-named')).toBe(true);
  showIdentity(page, 'New', null);
  expect(page.querySelector('img')).toBeNull();
});

it('leaves a menu alone that has a logo of its own', () => {
  const page = pageOf(
    '<a class="pw-menu-name"><img src="/own.svg"><span class="pw-menu-title">Name</span></a>',
  );
  showIdentity(page, 'Name', logo);
  expect(page.querySelectorAll('img')).toHaveLength(1);
});
