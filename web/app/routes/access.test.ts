import { describe, expect, it } from 'vitest';
import type { Claims } from '../session/claims.ts';
import { adminDestination, canOpen, homeOf } from './access.ts';

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
    ['editor', '/cms-admin', '/cms-admin/pages'],
    ['editor', '/cms-admin/pages', '/cms-admin/pages'],
    ['editor', '/cms-admin/pages/new', '/cms-admin/pages/new'],
    ['editor', '/cms-admin/pagesandmore', '/cms-admin/pages'],
    ['crm:read', '/cms-admin', '/cms-admin/crm'],
    ['crm:read', '/cms-admin/crm/enquiries', '/cms-admin/crm/enquiries'],
    ['crm:read', '/cms-admin/crm/tags', '/cms-admin/crm/tags'],
    ['crm:read', '/cms-admin/crm/config', '/cms-admin/crm'],
    ['crm:read', '/cms-admin/pages', '/cms-admin/crm'],
    ['ecom:read', '/cms-admin', null],
  ])('%s at %s: %s', (scope, path, destination) => {
    expect(adminDestination(holding(scope), path)).toBe(destination);
  });

  it('lets nobody in who is not logged in', () => {
    expect(adminDestination(null, '/cms-admin')).toBeNull();
  });
});

it('canOpen is about the admin only; all other pages answer for themselves', () => {
  expect(canOpen(holding('ecom:read'), '/about?x=1')).toBe(true);
  expect(canOpen(holding('ecom:read'), '/cms-admin/pages?sort=url')).toBe(false);
  expect(canOpen(holding('editor'), '/cms-admin/pages?sort=url')).toBe(true);
});

it('homeOf leads editors to the site, others to what they may open', () => {
  expect(homeOf(holding('super'))).toBe('/');
  expect(homeOf(holding('crm:write'))).toBe('/cms-admin/crm');
  expect(homeOf(holding('members'))).toBe('/');
});
