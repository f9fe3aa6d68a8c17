import { describe, expect, it } from 'vitest';
import { linkTarget } from './link-target.ts';

const FROM = 'https://site.example/about/us?x=1';

describe('linkTarget', () => {
  it.each([
    ['/contact', '/contact'],
    ['team#ada', '/about/team#ada'],
    ['?page=2', '/about/us?page=2'],
    ['https://site.example/a?b#c', '/a?b#c'],
  ])('finds %s on this site, at %s', (address, path) => {
    expect(linkTarget(address, FROM)).toEqual({ path });
  });

  it.each([
    ['https://other.example/a', 'https://other.example/a'],
    ['//other.example', 'https://other.example/'],
    ['/\\other.example', 'https://other.example/'],
    ['mailto:ada@example.org', 'mailto:ada@example.org'],
    ['/.//other.example', 'https://site.example//other.example'],
  ])('opens %s elsewhere', (address, elsewhere) => {
    expect(linkTarget(address, FROM)).toEqual({ elsewhere });
  });

  it.each([
    'javascript:alert(1)',
    ' java\tscript:alert(1)',
    'data:text/html,x',
    'blob:https://site.example/1',
    'http://',
  ])('leads nowhere by %j', (address) => {
    expect(linkTarget(address, FROM)).toBeUndefined();
  });
});
