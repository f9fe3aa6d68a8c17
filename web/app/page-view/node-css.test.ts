import { describe, expect, it } from 'vitest';
import type { NodeFields } from '../page/types.ts';
import { nodeCss } from './node-css.ts';
import { PageBuilder } from './testing/example-page.ts';

function cssOf(site: NodeFields, id = 'node'): string {
  return nodeCss(new PageBuilder().render([], { nodeFields: { [id]: { site } } }).page);
}

describe('nodeCss', () => {
  it('writes a background for the node', () => {
    const css = cssOf({ backgroundColour: 'rgb(1 2 3 / 50%)', backgroundImage: '/files/a.jpg' });
    expect(css).toContain(
      '[data-node="node"]{background-color:rgb(1 2 3 / 50%);background-image:url("/files/a.jpg")',
    );
  });

  it('writes nothing where backgrounds are not allowed', () => {
    expect(cssOf({ backgroundColour: 'red', allowBackground: false })).toBe('');
  });

  it('lets the page’s fields win', () => {
    const nodeFields = { n: { site: { backgroundColour: 'red' }, page: { backgroundColour: 'blue' } } };
    expect(nodeCss(new PageBuilder().render([], { nodeFields }).page)).toBe(
      '[data-node="n"]{background-color:blue}',
    );
  });

  it('gives phones their own image and leaves parallax to those who can bear it', () => {
    const css = cssOf({
      backgroundImage: '/a.jpg',
      backgroundMobileImage: '/b.jpg',
      backgroundParallax: true,
    });
    expect(css).toContain('@media (max-width:640px){[data-node="node"]{background-image:url("/b.jpg")}}');
    expect(css).toContain('prefers-reduced-motion:no-preference');
  });

  it.each([
    'red;position:fixed',
    'red}body{display:none',
    'url(//evil.example/x)',
    'image-set("x" 1x)',
    'red</style><script>',
    'expression(alert(1))',
    'rgb(1,2,3',
    'rgb(1,2,3))(',
    '\\75rl(x)',
  ])('drops the colour %j', (backgroundColour) => {
    expect(cssOf({ backgroundColour })).toBe('');
  });

  it.each([
    '/a.jpg")}body{display:none}("',
    "/a.jpg');}",
    '/a\n.jpg',
    '/</style><script>alert(1)</script>',
    '/a\\',
  ])('keeps the image address %j inside its string', (backgroundImage) => {
    const css = cssOf({ backgroundImage });
    expect(css).not.toMatch(/<|\n/);
    expect(css.match(/"/g)).toHaveLength(4);
    expect(css.match(/}/g)?.length).toBe(1 + (backgroundImage.match(/}/g)?.length ?? 0));
  });

  it('drops image addresses that run something', () => {
    expect(cssOf({ backgroundImage: 'javascript:alert(1)' })).toBe('');
  });

  it('escapes a node id that is no id', () => {
    expect(cssOf({ backgroundColour: 'red' }, '"]{}*{color')).toBe(
      '[data-node="\\22 ]{}*{color"]{background-color:red}',
    );
  });

  it('masks the background by the text', () => {
    const css = cssOf({
      backgroundImage: '/a.jpg',
      backgroundMaskText: true,
      backgroundMaskPositionX: '10%',
    });
    expect(css).toContain('background-position:10% center');
    expect(css).toContain('background-clip:text;color:transparent');
  });
});
