import { describe, expect, it } from 'vitest';
import { linkOf, namesOrNone, resolveFields, toNames } from './node-fields.ts';
import { examplePage } from './testing/example-page.ts';

describe('resolveFields', () => {
  it('is nothing for a node without settings', () => {
    expect(resolveFields(undefined)).toEqual({});
    expect(resolveFields({})).toEqual({});
  });

  it('lets the page win', () => {
    const levels = { site: { tagName: 'div', transitionName: 'a' }, page: { tagName: 'nav' } };
    expect(resolveFields(levels)).toEqual({ tagName: 'nav', transitionName: 'a' });
  });

  it('joins ids and class names, each once', () => {
    const levels = {
      site: { ids: ['a'], classNames: ['x', 'y'] },
      page: { ids: ['b'], classNames: ['y', 'z'] },
    };
    expect(resolveFields(levels)).toEqual({ ids: ['a', 'b'], classNames: ['x', 'y', 'z'] });
  });

  it('takes a background from one level as a whole', () => {
    const site = { backgroundColour: 'red', backgroundImage: '/a.jpg' };
    expect(resolveFields({ site, page: { backgroundMaskText: false } })).toEqual({
      backgroundMaskText: false,
    });
    expect(resolveFields({ site, page: { tagName: 'nav' } })).toEqual({ ...site, tagName: 'nav' });
  });

  it('takes an address with its own target', () => {
    const levels = { site: { href: '/a', hrefTarget: '_blank' as const }, page: { href: '/b' } };
    expect(resolveFields(levels)).toEqual({ href: '/b' });
  });

  it('shows whitelists of both levels', () => {
    const levels = { site: { scopeWhitelist: ['a'] }, page: { scopeWhitelist: ['b'] } };
    expect(resolveFields(levels)).toEqual({ scopeWhitelist: ['a', 'b'] });
  });
});

describe('linkOf', () => {
  const { page } = examplePage();
  const linked = { ...page, nodeFields: { '#row': { site: { href: '/a', hrefTarget: '_blank' as const } } } };

  it('is the own address of a node', () => {
    expect(linkOf(linked, '#row')).toEqual({ href: '/a', targetBlank: true });
    expect(linkOf(linked, '#left')).toBeUndefined();
  });

  it('is the link on the page, where there is one', () => {
    const link = { href: '/b', targetBlank: false };
    expect(linkOf({ ...linked, links: { '#row': link } }, '#row')).toEqual(link);
  });
});

describe('names', () => {
  it('come from text or a list, each once', () => {
    expect(toNames(' a  b a\n')).toEqual(['a', 'b']);
    expect(toNames(['a', '', 'a'])).toEqual(['a']);
    expect(namesOrNone('  ')).toBeUndefined();
  });
});
