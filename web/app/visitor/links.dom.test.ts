import { beforeEach, describe, expect, it } from 'vitest';
import { formPage, isPlainClick, pageLink } from './links.ts';

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

describe('formPage', () => {
  const inputs =
    '<input name="q" value="a b&c"><input name="action" value="x"><input type="checkbox" name="no">';
  const of = (attributes: string, button = '') => {
    document.body.innerHTML = `<form ${attributes}>${inputs}<button name="by" value="1" ${button}>Go</button></form>`;
    const found = formPage(document.querySelector('form'), document.querySelector('button'));
    return found && found.pathname + found.search + found.hash;
  };

  it('is what a browser would load', () => {
    expect(of('action="/list?old=1#part"')).toBe('/list?q=a+b%26c&action=x&by=1#part');
    expect(of('method="GET"')).toBe('/here?q=a+b%26c&action=x&by=1');
    expect(of('action="/list" method="post"', 'formmethod="get" formaction="/other"')).toBe(
      '/other?q=a+b%26c&action=x&by=1',
    );
  });

  it.each([
    ['posts', 'method="post"', ''],
    ['is a dialog', 'method="dialog"', ''],
    ['posts by its button', '', 'formmethod="post"'],
    ['opens in a new tab', 'target="_blank"', ''],
    ['asks a service', 'action="/ecom/export"', ''],
    ['asks another site', 'action="https://other.example/find"', ''],
    ['wants to be left alone', 'data-no-intercept', ''],
    ['has an address that is none', 'action="http://["', ''],
  ])('leaves a form alone that %s', (_why, attributes, button) => {
    expect(of(attributes, button)).toBeUndefined();
  });

  it('knows what is no form', () => {
    expect(formPage(document.body, null)).toBeUndefined();
  });
});
