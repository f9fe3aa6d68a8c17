import { beforeEach, describe, expect, it } from 'vitest';
import { isPlainClick, pageLink } from './links.ts';

function linkWith(attributes: string, outer = 'div'): Element | null {
  document.body.innerHTML = `<${outer}><a ${attributes}><b>words</b></a></${outer.split(' ')[0]}>`;
  return document.querySelector('b');
}

beforeEach(() => history.replaceState(null, '', '/here?q=1'));

describe('pageLink', () => {
  it.each([
    ['href="/about"', '/about'],
    ['href="about#team"', '/about#team'],
    ['href="/about" target="_self"', '/about'],
    ['href="/here#part"', '/here#part'],
    ['href="/filesystem"', '/filesystem'],
    ['href="/cms"', undefined],
  ])('%s leads to %s', (attributes, expected) => {
    const url = pageLink(linkWith(attributes));
    expect(url && url.pathname + url.hash).toBe(expected);
  });

  it.each([
    ['opens in a new tab', 'href="/about" target="_blank"'],
    ['is a download', 'href="/about" download'],
    ['is a bare anchor', 'href="#part"'],
    ['is a file', 'href="/files/a.pdf"'],
    ['is a screen', 'href="/cms-admin/pages"'],
    ['is another site', 'href="https://other.example/about"'],
    ['is another site when resolved twice', 'href="/.//other.example/about"'],
    ['is no address to load', 'href="mailto:a@example.org"'],
    ['has no address', 'name="x"'],
    ['has an address that is none', 'href="http://["'],
    ['asks for the telephone', 'href="tel:+441234"'],
    ['runs something', 'href="javascript:void 0"'],
  ])('leaves a link alone that %s', (_why, attributes) => {
    expect(pageLink(linkWith(attributes))).toBeUndefined();
  });

  it('leaves links alone inside an element that says so', () => {
    expect(pageLink(linkWith('href="/about"', 'div data-no-intercept'))).toBeUndefined();
  });

  it('leaves links alone that are drawn', () => {
    document.body.innerHTML = '<svg><a href="/about"><text>words</text></a></svg>';
    expect(pageLink(document.querySelector('text'))).toBeUndefined();
  });

  it('knows what is no element', () => {
    expect(pageLink(null)).toBeUndefined();
    expect(pageLink(document)).toBeUndefined();
  });
});

describe('isPlainClick', () => {
  it('is the main button without a modifier', () => {
    expect(isPlainClick(new MouseEvent('click'))).toBe(true);
    expect(isPlainClick(new MouseEvent('click', { button: 1 }))).toBe(false);
  });

  it.each(['metaKey', 'ctrlKey', 'shiftKey', 'altKey'])('is not one with %s', (key) => {
    expect(isPlainClick(new MouseEvent('click', { [key]: true }))).toBe(false);
  });

  it('is not one that somebody has dealt with', () => {
    const event = new MouseEvent('click', { cancelable: true });
    event.preventDefault();
    expect(isPlainClick(event)).toBe(false);
  });
});
