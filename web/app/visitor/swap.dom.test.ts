import { beforeEach, describe, expect, it } from 'vitest';
import { prepare, swap } from './swap.ts';

function parsed(html: string): Document {
  return new DOMParser().parseFromString(html, 'text/html');
}

beforeEach(() => {
  document.head.innerHTML =
    '<meta name="viewport" content="x"><meta name="description" content="old"><meta name="robots" content="noindex">' +
    '<script type="application/ld+json">{"name":"old"}</script>' +
    '<link rel="alternate" type="application/rss+xml" href="/old/feed.xml">' +
    '<style id="pw-plugins">old</style><script id="pw-script" src="/old.js"></script>';
  document.body.innerHTML = '<div id="page"><p>old</p></div><div class="pw-status"></div>';
});

describe('swap', () => {
  it('takes over title, language, what the page says of itself, styles and the page', () => {
    swap(
      parsed(
        '<html lang="de"><head><title>Neu</title><meta name="viewport" content="y"><meta name="description" content="new">' +
          '<script type="application/ld+json">{"name":"new"}</script>' +
          '<link rel="alternate" type="application/rss+xml" href="/neu/feed.xml">' +
          '<link rel="canonical" href="/neu"><style id="pw-plugins">new</style><style id="pw-nodes">nodes</style></head>' +
          '<body><div id="page" data-islands="/i.js"><p>new</p></div></body></html>',
      ),
    );
    expect(document.title).toBe('Neu');
    expect(document.documentElement.lang).toBe('de');
    expect(document.querySelector('meta[name="description"]')?.getAttribute('content')).toBe('new');
    expect(document.querySelector('meta[name="robots"]')).toBeNull();
    expect(document.querySelector('meta[name="viewport"]')?.getAttribute('content')).toBe('x');
    expect(document.querySelector('link[rel="canonical"]')?.getAttribute('href')).toBe('/neu');
    const feeds = [...document.querySelectorAll('link[rel="alternate"]')];
    expect(feeds.map((link) => link.getAttribute('href'))).toEqual(['/neu/feed.xml']);
    const told = [...document.querySelectorAll('script[type="application/ld+json"]')];
    expect(told.map((script) => script.textContent)).toEqual(['{"name":"new"}']);
    expect(document.getElementById('pw-plugins')?.textContent).toBe('new');
    expect(document.getElementById('pw-nodes')?.textContent).toBe('nodes');
    expect(document.getElementById('page')?.dataset.islands).toBe('/i.js');
    expect(document.getElementById('page')?.textContent).toBe('new');
    expect(document.querySelector('.pw-status')).not.toBeNull();
  });

  it('reads the other way and skips to another place where the next page does', () => {
    swap(
      parsed('<html lang="ar" dir="rtl"><body><a class="pw-skip" href="#main">Skip</a><div id="page"></div>'),
    );
    expect(document.documentElement.dir).toBe('rtl');
    expect(document.body.firstElementChild?.getAttribute('href')).toBe('#main');
    swap(parsed('<html lang="en"><body><a class="pw-skip" href="#words">Skip</a><div id="page"></div>'));
    expect(document.documentElement.hasAttribute('dir') && document.documentElement.dir).toBeFalsy();
    expect([...document.querySelectorAll('.pw-skip')].map((link) => link.getAttribute('href'))).toEqual([
      '#words',
    ]);
    swap(parsed('<html lang="en"><body><div id="page"></div>'));
    expect(document.querySelector('.pw-skip')).toBeNull();
  });

  it('takes no row for an element of its own', async () => {
    document.getElementById('pw-script')?.remove();
    const rows =
      '<p id="pw-script">1</p><p id="pw-external">2</p><p id="pw-nodes">3</p><p class="pw-skip">4</p>';
    for (const css of ['a{}', 'b{}']) {
      const next = parsed(`<head><style id="pw-nodes">${css}</style></head><div id="page">${rows}</div>`);
      await prepare(next);
      swap(next);
      expect(document.body.textContent).toBe('1234');
      expect(document.head.querySelector('p, script')).toBeNull();
      expect(document.head.querySelector('style[id="pw-nodes"]')?.textContent).toBe(css);
    }
  });

  it('runs another template’s script, and not the same one again', () => {
    const present = document.getElementById('pw-script');
    swap(parsed('<head><script id="pw-script" src="/old.js"></script></head><div id="page"></div>'));
    expect(document.getElementById('pw-script')).toBe(present);
    swap(parsed('<head><script id="pw-script" src="/new.js"></script></head><div id="page"></div>'));
    expect(document.getElementById('pw-script')?.getAttribute('src')).toBe('/new.js');
    swap(parsed('<div id="page"></div>'));
    expect(document.getElementById('pw-script')).toBeNull();
  });
});

describe('prepare', () => {
  it('waits for another template’s stylesheet, which replaces the old one at the swap', async () => {
    document.head.insertAdjacentHTML('beforeend', '<link id="pw-external" href="/old.css">');
    const next = parsed('<head><link id="pw-external" href="/new.css"></head><div id="page"></div>');
    const waiting = prepare(next);
    document.getElementById('pw-external-next')?.dispatchEvent(new Event('load'));
    await waiting;
    swap(next);
    const links = [...document.querySelectorAll('link[id]')].map(
      (link) => `${link.id} ${link.getAttribute('href')}`,
    );
    expect(links).toEqual(['pw-external /new.css']);
  });

  it('forgets the stylesheet of a page that was given up on the way', async () => {
    document.head.insertAdjacentHTML('beforeend', '<link id="pw-external" href="/old.css">');
    void prepare(parsed('<head><link id="pw-external" href="/other.css"></head><div id="page"></div>'));
    const next = parsed('<head><link id="pw-external" href="/old.css"></head><div id="page"></div>');
    await prepare(next);
    swap(next);
    const links = [...document.querySelectorAll('link[id]')].map((link) => link.getAttribute('href'));
    expect(links).toEqual(['/old.css']);
  });

  it('takes a stylesheet away that the next page has not', async () => {
    document.head.insertAdjacentHTML('beforeend', '<link id="pw-external" href="/old.css">');
    const next = parsed('<div id="page"></div>');
    await prepare(next);
    swap(next);
    expect(document.getElementById('pw-external')).toBeNull();
  });
});
