import { describe, expect, it } from 'vitest';
import { adminDestination, destinationOf, ecomDestination, homeOf, isStaff, startOf } from './access.ts';
import type { Claims } from './claims.ts';

const holding = (...scopes: string[]): Claims => ({
  sub: 'p',
  user: 'u',
  exp: Math.floor(Date.now() / 1000) + 3600,
  scopes,
  timezone: 'UTC',
});

describe('adminDestination', () => {
  it.each([
    ['super', '/cms-admin', '/cms-admin'],
    ['admin', '/cms-admin/users', '/cms-admin/users'],
    ['admin', '/cms-admin/crm/config', '/cms-admin/crm/config'],
    ['editor', '/cms-admin', '/cms-admin/pages'],
    ['editor', '/cms-admin/pages', '/cms-admin/pages'],
    ['editor', '/cms-admin/pages/new', '/cms-admin/pages/new'],
    ['editor', '/cms-admin/pagesandmore', '/cms-admin/pages'],
    ['editor', '/cms-admin/users', '/cms-admin/pages'],
    ['editor', '/cms-admin/blog/categories', '/cms-admin/blog/categories'],
    ['editor', '/cms-admin/templates', '/cms-admin/pages'],
    ['crm:read', '/cms-admin', '/cms-admin/crm'],
    ['crm:read', '/cms-admin/crm', '/cms-admin/crm'],
    ['crm:read', '/cms-admin/crm/enquiries', '/cms-admin/crm/enquiries'],
    ['crm:read', '/cms-admin/crm/tags', '/cms-admin/crm/tags'],
    ['crm:read', '/cms-admin/crm/tags/', '/cms-admin/crm/tags/'],
    ['crm:read', '/cms-admin/crm/tags/new', '/cms-admin/crm'],
    ['crm:read', '/cms-admin/crm/categories', '/cms-admin/crm'],
    ['crm:read', '/cms-admin/crm/locations', '/cms-admin/crm'],
    ['crm:read', '/cms-admin/crm/events', '/cms-admin/crm'],
    ['crm:read', '/cms-admin/crm/config', '/cms-admin/crm'],
    ['crm:read', '/cms-admin/crmish', '/cms-admin/crm'],
    ['crm:read', '/cms-admin/pages', '/cms-admin/crm'],
    ['ecom:read', '/cms-admin', '/cms-ecom'],
    ['ecom:write', '/cms-admin/crm', '/cms-ecom'],
    ['ecom:read', '/cms-admin/users', '/cms-ecom'],
    ['members', '/cms-admin', null],
  ])('%s at %s: %s', (scope, path, destination) => {
    expect(adminDestination(holding(scope), path)).toBe(destination);
  });

  it.each(['super', 'admin', 'editor', 'crm:read', 'ecom:read'])('the own account is open to %s', (scope) => {
    expect(adminDestination(holding(scope), '/cms-admin/account')).toBe('/cms-admin/account');
    expect(adminDestination(holding(scope), '/cms-admin/account/')).toBe('/cms-admin/account/');
  });

  it.each([[['members']], [[]]])('members (%j) have their own pages for it', (scopes) => {
    expect(adminDestination(holding(...scopes), '/cms-admin/account')).toBeNull();
  });

  it('an editor who has crm: scopes too keeps the pages', () => {
    const both = holding('editor', 'crm:read');
    expect(adminDestination(both, '/cms-admin/pages')).toBe('/cms-admin/pages');
    expect(adminDestination(both, '/cms-admin/crm/tags')).toBe('/cms-admin/crm/tags');
  });

  it('lets nobody in who is not logged in, or not any more', () => {
    expect(adminDestination(null, '/cms-admin')).toBeNull();
    expect(adminDestination({ ...holding('super'), exp: 1 }, '/cms-admin')).toBeNull();
  });
});

describe('ecomDestination', () => {
  it.each([
    ['super', '/cms-ecom', '/cms-ecom'],
    ['admin', '/cms-ecom/orders', '/cms-ecom/orders'],
    ['ecom:read', '/cms-ecom', '/cms-ecom'],
    ['ecom:read', '/cms-ecom/products', '/cms-ecom/products'],
    ['crm:read', '/cms-ecom', '/cms-admin/crm'],
    ['crm:read', '/cms-ecom/orders', '/cms-admin/crm'],
    ['editor', '/cms-ecom', null],
    ['members', '/cms-ecom', null],
  ])('%s at %s: %s', (scope, path, destination) => {
    expect(ecomDestination(holding(scope), path)).toBe(destination);
  });

  it('lets in who has ecom: scopes beside crm: ones, and nobody who is not logged in', () => {
    expect(ecomDestination(holding('crm:read', 'ecom:read'), '/cms-ecom')).toBe('/cms-ecom');
    expect(ecomDestination(null, '/cms-ecom')).toBeNull();
  });
});

it.each([
  ['super', true],
  ['admin', true],
  ['editor', true],
  ['crm:write', true],
  ['ecom:read', true],
  ['members', false],
  ['crmish', false],
])('%s is staff: %s', (scope, expected) => expect(isStaff(holding(scope))).toBe(expected));

it.each([
  ['ecom:read', '/about?x=1', '/about?x=1'],
  ['ecom:read', '/cms-adminish', '/cms-adminish'],
  ['ecom:read', '/cms-admin/pages?sort=url', '/cms-ecom'],
  ['ecom:read', '/cms-ecom/orders?page=2', '/cms-ecom/orders?page=2'],
  ['crm:read', '/cms-ecom/orders?page=2', '/cms-admin/crm'],
  ['crm:read', '/cms-admin/pages?sort=url', '/cms-admin/crm'],
  ['editor', '/cms-admin/pages?sort=url', '/cms-admin/pages?sort=url'],
  ['editor', '/cms-admin/users', '/cms-admin/pages'],
  ['members', '/cms-admin', null],
])('%s, on the way to %s, goes to %s', (scope, path, destination) =>
  expect(destinationOf(holding(scope), path)).toBe(destination),
);

it('homeOf leads editors to the site, others to what they may open', () => {
  expect(homeOf(holding('super'))).toBe('/');
  expect(homeOf(holding('editor'))).toBe('/');
  expect(homeOf(holding('crm:write'))).toBe('/cms-admin/account');
  expect(homeOf(holding('crm:write', 'editor'))).toBe('/');
  expect(homeOf(holding('ecom:read'))).toBe('/cms-ecom');
  expect(homeOf(holding('crm:read', 'ecom:read'))).toBe('/cms-ecom');
  expect(homeOf(holding('members'))).toBe('/');
  expect(homeOf(null)).toBe('/');
});

it('startOf is the first screen that one may open', () => {
  expect(startOf(holding('admin'))).toBe('/cms-admin');
  expect(startOf(holding('editor'))).toBe('/cms-admin/pages');
  expect(startOf(holding('crm:read'))).toBe('/cms-admin/account');
  expect(startOf(holding('crm:read', 'admin'))).toBe('/cms-admin');
  expect(startOf(holding('ecom:read'))).toBe('/cms-ecom');
  expect(startOf(holding('crm:read', 'ecom:read'))).toBe('/cms-ecom');
  expect(startOf(holding('admin'), false)).toBe('/cms-admin');
});

it('startOf leads nobody to a shop that the site does not have', () => {
  expect(startOf(holding('ecom:read'), false)).toBe('/cms-admin/account');
});
