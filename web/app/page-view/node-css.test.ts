import { describe, expect, it } from 'vitest';
import type { NodeFields } from '../page/types.ts';
import { shownFile } from '../plugins/testing.ts';
import { contrast, hex, READABLE, readColour } from './contrast.ts';
import { nodeCss } from './node-css.ts';
import { PageBuilder } from './testing/example-page.ts';

const BOTH = { followsDarkMode: true };

function cssOf(site: NodeFields, id = 'node'): string {
  return nodeCss(new PageBuilder().render([], { nodeFields: { [id]: { site } } }).page, BOTH);
}

/** The value of a property in the first rule: in light, and in dark. */
function inBoth(css: string, property: string): [light: string, dark: string] {
  const value = new RegExp(`[{;]${property}:([^;}]+)`).exec(css)?.[1] ?? '';
  const both = /^light-dark\((.+),(.+)\)$/.exec(value);
  return both ? [both[1] ?? '', both[2] ?? ''] : [value, value];
}

describe('nodeCss', () => {
  it('writes a background for the node', () => {
    const css = cssOf({ backgroundColour: 'rgb(1 2 3 / 50%)', backgroundImage: '/files/a.jpg' });
    expect(css).toContain(
      '[data-node="node"]{background-color:rgb(1 2 3 / 50%);background-image:url("/files/a.jpg")',
    );
  });

  it('takes files of the library in a size for the window, around what has to be seen', () => {
    const address = '/files/a b.jpg';
    const files = { [address]: shownFile({ focalPoint: { x: 0.25, y: 0.5 } }), '/files/gone.jpg': null };
    const cssWith = (site: NodeFields) =>
      nodeCss({ ...new PageBuilder().render([], { nodeFields: { node: { site } } }).page, files }, BOTH);
    const css = cssWith({ backgroundImage: address });
    expect(css).toContain('background-image:url("/files/a.jpg?v=1&size=xl");background-size:cover');
    expect(css).toContain('background-position:25% center');
    expect(css).toContain(
      '@media (max-width:640px){[data-node="node"]{background-image:url("/files/a.jpg?v=1&size=lg")}}',
    );
    expect(cssWith({ backgroundImage: '/files/gone.jpg' })).not.toContain('url(');
  });

  it('writes nothing where backgrounds are not allowed', () => {
    expect(cssOf({ backgroundColour: 'red', allowBackground: false })).toBe('');
  });

  it('lets the page’s fields win', () => {
    const nodeFields = { n: { site: { backgroundColour: 'red' }, page: { backgroundColour: 'blue' } } };
    expect(nodeCss(new PageBuilder().render([], { nodeFields }).page, BOTH)).toContain(
      '[data-node="n"]{background-color:blue;',
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
    const [css = ''] = cssOf({ backgroundImage }).split('@media print');
    expect(css).not.toMatch(/<|\n/);
    expect(css.match(/"/g)).toHaveLength(6);
    expect(css.match(/}/g)?.length).toBe(2 + (backgroundImage.match(/}/g)?.length ?? 0));
  });

  it('drops image addresses that run something', () => {
    expect(cssOf({ backgroundImage: 'javascript:alert(1)' })).toBe('');
  });

  it('escapes a node id that is no id', () => {
    expect(cssOf({ backgroundColour: 'red' }, '"]{}*{color')).toContain(
      '[data-node="\\22 ]{}*{color"]{background-color:red;',
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

describe('the colours on a background', () => {
  const COLOURS = [
    '#000',
    '#fff',
    '#777',
    '#767676',
    'teal',
    '#0a8f6c',
    'rgb(255 120 0)',
    'hsl(280deg 60% 55%)',
  ];
  const MORE = [
    'oklch(70% 0.1 240)',
    'hwb(90 10% 10%)',
    'lab(50 40 -20)',
    'gold',
    '#ff000080',
    'rgba(0,0,0,.5)',
  ];

  it.each([...COLOURS, ...MORE])('can be read on %s, in both schemes', (backgroundColour) => {
    const css = cssOf({ backgroundColour });
    const papers = inBoth(css, '--paper');
    for (const property of ['color', '--ink-soft', '--accent', '--pw-fault']) {
      inBoth(css, property).forEach((ink, scheme) => {
        expect(contrast(hex(ink), hex(papers[scheme] ?? ''))).toBeGreaterThanOrEqual(READABLE);
      });
    }
    inBoth(css, '--surface').forEach((surface, scheme) => {
      const ink = inBoth(css, '--ink')[scheme] ?? '';
      expect(contrast(hex(ink), hex(surface))).toBeGreaterThanOrEqual(READABLE);
    });
  });

  it('are the same in both schemes, unless the page shines through', () => {
    expect(cssOf({ backgroundColour: '#123' })).not.toContain('light-dark');
    expect(cssOf({ backgroundColour: '#123' })).toContain('color-scheme:dark');
    expect(cssOf({ backgroundColour: '#1232' })).toContain('light-dark');
  });

  it('count what lies around a background that lets it through', () => {
    const page = new PageBuilder();
    const column = page.with(page.node('col'), { site: { backgroundColour: '#fff3' } });
    const row = page.with(page.node('row', column), { site: { backgroundColour: '#012' } });
    const css = nodeCss(page.render([page.node('layout', row)]).page, BOTH);
    expect(css).not.toContain('light-dark');
    expect(css.match(/[{;]color:#ffffff/g)).toHaveLength(2);
  });

  it('keep the text colour that an editor chose', () => {
    const css = cssOf({ backgroundColour: '#123', backgroundTextColour: '#fc0' });
    expect(inBoth(css, 'color')).toEqual(['#ffcc00', '#ffcc00']);
  });

  it('are those of light pages on a picture of unknown brightness', () => {
    expect(cssOf({ backgroundImage: '/a.jpg' })).toContain('color-scheme:light;color:var(--ink,CanvasText)');
  });

  it('reach headings and links that a template colours by their tag', () => {
    expect(cssOf({ backgroundColour: '#123' })).toContain(
      ':where([data-node="node"]) :is(h1,h2,h3,h4,h5,h6,a){color:inherit}',
    );
  });

  it('leave alone what paints nothing', () => {
    expect(cssOf({ backgroundTextColour: '#123' })).toMatch(
      /^\[data-node="node"\]\{color:#123\}@media print/,
    );
    expect(cssOf({ backgroundColour: 'transparent' })).toMatch(
      /^\[data-node="node"\]\{background-color:transparent\}@media print/,
    );
    expect(readColour('currentColor')).toBeUndefined();
  });
});

describe('on paper', () => {
  it.each<NodeFields>([
    { backgroundColour: '#123', backgroundTextColour: '#fff' },
    { backgroundImage: '/a.jpg', backgroundMaskText: true },
  ])('text is black, without a background: %j', (fields) => {
    const [, onPaper = ''] = cssOf(fields).split('@media print');
    expect(onPaper).toMatch(/^\{\[data-node="node"\]\{background:none;text-shadow:none;color-scheme:light;/);
    expect(onPaper).toContain(';color:#000000;--ink:#000000;');
    expect(contrast(hex(/--pw-fault:(#\w+)/.exec(onPaper)?.[1] ?? ''), hex('#ffffff'))).toBeGreaterThan(
      READABLE,
    );
  });

  it('has no rule where nothing is painted', () => {
    expect(cssOf({ tagName: 'section' })).toBe('');
  });
});

describe('a site that stays light', () => {
  it('says so before all else', () => {
    const { page } = new PageBuilder().render([]);
    expect(nodeCss(page, { followsDarkMode: false })).toBe(':root{color-scheme:light!important}');
  });
});
