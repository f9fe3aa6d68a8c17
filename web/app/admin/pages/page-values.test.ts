import { expect, it } from 'vitest';
import type { PageRecord } from '../../api/pages.ts';
import { fieldOf, inputOf, urlFollowing, valuesOf } from './page-values.ts';

const page: PageRecord = {
  id: '1',
  url: '/about',
  title: 'About',
  displayTitle: null,
  templateId: 't',
  layoutId: 'l',
  meta: {
    title: 'About Northlight',
    description: 'Who we are.',
    shareTitle: 'Northlight!',
    shareDescription: 'For friends.',
    image: { file: 'f', alt: 'A light', aspect: '16:9' },
    canonical: '/northlight',
  },
  config: { menu: { visible: true, label: 'Us', order: 2 }, scopeWhitelist: ['members'], noIndex: true },
  linkedData: ['l1', 'l2'],
  trackers: ['r1'],
  hasScopeWhitelist: true,
  isRedirected: false,
  version: 4,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-02T00:00:00Z',
};

it('gives back what it was given, with the settings that the form does not show', () => {
  const { title, url, meta, config, linkedData, trackers, templateId, layoutId } = page;
  expect(inputOf(valuesOf(page), page)).toEqual({
    title,
    url,
    meta,
    config,
    linkedData,
    trackers,
    templateId,
    layoutId,
  });
});

it('sends nothing for what was left empty', () => {
  const values = { ...valuesOf(undefined), title: ' Home ', url: ' / ' };
  expect(JSON.parse(JSON.stringify(inputOf(values, undefined)))).toEqual({
    title: 'Home',
    url: '/',
    meta: {},
    config: { menu: { visible: false } },
    linkedData: [],
    trackers: [],
  });
});

it('names the scopes that see it, and none for everyone', () => {
  expect(valuesOf(page).seenBy).toBe('members');
  const open = inputOf({ ...valuesOf(page), seenBy: '' }, page);
  expect(open.config.scopeWhitelist).toBeUndefined();
  const both = inputOf({ ...valuesOf(page), seenBy: 'members club' }, page);
  expect(both.config.scopeWhitelist).toEqual(['members', 'club']);
});

it('takes the place at the front for a place', () => {
  const values = { ...valuesOf(page), menuOrder: 0 };
  expect(inputOf(values, page).config.menu?.order).toBe(0);
  expect(valuesOf({ ...page, config: { menu: { visible: true, order: 0 } } }).menuOrder).toBe(0);
});

it('knows the field of a fault in the request', () => {
  expect(fieldOf('config.menu.order')).toBe('menuOrder');
  expect(fieldOf('linkedData.1')).toBe('linkedData');
  expect(fieldOf('url')).toBe('url');
});

it('lets the address follow the title until it was typed', () => {
  const blank = valuesOf(undefined);
  expect(urlFollowing('About us', blank)).toEqual({ url: '/about-us' });
  expect(urlFollowing('About us all', { ...blank, title: 'About us', url: '/about-us' })).toEqual({
    url: '/about-us-all',
  });
  expect(urlFollowing('About us all', { ...blank, title: 'About us', url: '/team' })).toEqual({});
});

it('puts what is wrong with the chosen image to its field', () => {
  expect(fieldOf('meta.image')).toBe('shareImage');
  expect(fieldOf('meta.image.file')).toBe('shareImage');
  expect(fieldOf('meta.canonical')).toBe('canonical');
});
