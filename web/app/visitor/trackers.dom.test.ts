import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readConsent, writeConsent } from './consent.ts';
import { trackersOfPage } from './page-trackers.ts';
import { tellShopEvents } from './shop-events.ts';
import { startTrackers } from './trackers.ts';
import { startTrackers as startIfAny } from './trackers-if-any.ts';

const STATISTICS = {
  id: '1',
  isOnAllPages: true,
  category: 'statistics',
  place: 'head',
  elements: [
    { tag: 'script', attributes: { async: '', src: 'https://stats.example/count.js' }, text: '' },
    { tag: 'script', attributes: { src: '/cms/trackers/1/scripts/0?v=1' }, text: '' },
  ],
};
const MARKETING = {
  id: '2',
  isOnAllPages: true,
  category: 'marketing',
  place: 'body',
  elements: [{ tag: 'div', attributes: { id: 'advert' }, text: 'Buy' }],
};
const NECESSARY = {
  id: '3',
  isOnAllPages: true,
  category: 'necessary',
  place: 'body',
  elements: [{ tag: 'div', attributes: { id: 'chat' }, text: '' }],
};
const asked = vi.fn();
const reload = vi.fn();

/** As the server draws it. */
const TEMPLATE = `
<div id="page"><a href="/about#privacy-settings">Privacy</a></div>
<template id="pw-privacy"><style>.pw-privacy{}</style>
  <section class="pw-privacy"><h2 tabindex="-1">Your privacy</h2>
    <p class="pw-privacy-offer">You can change your mind at any time.</p>
    <p class="pw-privacy-refused" hidden>Your browser asks not to be tracked.</p><form>
    <div class="pw-privacy-choices" hidden>
      <label><input type="checkbox" name="statistics">Statistics</label>
      <label><input type="checkbox" name="marketing">Marketing</label>
    </div>
    <button type="button" data-choice="none">Reject all</button>
    <button type="button" data-choice="all">Accept all</button>
    <button type="button" data-choice="some">Choose</button>
    <button type="submit" data-choice="save" hidden>Save choices</button>
    <button type="button" data-choice="close" hidden>Close</button>
  </form></section>
  <p class="pw-privacy-link"><a href="#privacy-settings">Privacy settings</a></p>
</template>`;

const dialog = () => document.querySelector('.pw-privacy');
const button = (choice: string) => document.querySelector(`[data-choice="${choice}"]`) as HTMLButtonElement;
const box = (name: string) => document.querySelector(`input[name="${name}"]`) as HTMLInputElement;
const loadedScripts = () => [...document.head.querySelectorAll('script')].map(({ src }) => src);
const has = (id: string) => document.getElementById(id) !== null;

beforeEach(() => {
  document.head.replaceChildren();
  document.body.innerHTML = TEMPLATE;
  asked.mockImplementation(async () => Response.json({ trackers: [STATISTICS, MARKETING, NECESSARY] }));
  vi.stubGlobal('fetch', asked);
  vi.stubGlobal('location', { href: 'http://localhost/', reload });
});

afterEach(() => {
  removeEventListener('pagewright:shop', tellShopEvents);
  localStorage.clear();
  vi.restoreAllMocks();
  asked.mockReset();
  reload.mockReset();
  vi.unstubAllGlobals();
});

describe('before anybody has agreed', () => {
  it('asks, and loads what is necessary alone', async () => {
    await startTrackers('7', trackersOfPage);
    expect(asked).toHaveBeenCalledExactlyOnceWith('/cms/site/trackers?v=7');
    expect(dialog()).not.toBeNull();
    expect([has('chat'), has('advert'), loadedScripts()]).toEqual([true, false, []]);
  });

  it.each([
    ['all', { statistics: true, marketing: true }, 2, true],
    ['none', { statistics: false, marketing: false }, 0, false],
  ])('loads what was agreed to: %s', async (choice, consent, scripts, isMarketed) => {
    await startTrackers('7', trackersOfPage);
    button(choice).click();
    expect(dialog()).toBeNull();
    expect(readConsent()).toEqual(consent);
    expect(loadedScripts()).toHaveLength(scripts);
    expect(has('advert')).toBe(isMarketed);
    expect(document.querySelectorAll('#chat')).toHaveLength(1);
  });

  it('offers a choice for each category, with nothing chosen', async () => {
    await startTrackers('7', trackersOfPage);
    button('some').click();
    expect([box('statistics').checked, box('marketing').checked]).toEqual([false, false]);
    expect([button('some').hidden, button('save').hidden]).toEqual([true, false]);
    box('marketing').click();
    document.querySelector('form')?.requestSubmit();
    expect(readConsent()).toEqual({ statistics: false, marketing: true });
    expect([loadedScripts(), has('advert')]).toEqual([[], true]);
  });

  it('takes Escape for no answer, and asks again on the next page', async () => {
    await startTrackers('7', trackersOfPage);
    dialog()?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    expect(dialog()).toBeNull();
    expect(readConsent()).toEqual({});
  });
});

describe('once somebody has decided', () => {
  it('loads it without a word, its scripts in their order', async () => {
    writeConsent({ statistics: true, marketing: false });
    await startTrackers('7', trackersOfPage);
    expect(dialog()).toBeNull();
    expect(loadedScripts()).toEqual([
      'https://stats.example/count.js',
      'http://localhost:3000/cms/trackers/1/scripts/0?v=1',
    ]);
    const [counting, inline] = document.head.querySelectorAll('script');
    expect([counting?.async, inline?.async]).toEqual([true, false]);
  });

  it('asks about what has come since', async () => {
    writeConsent({ statistics: true });
    await startTrackers('7', trackersOfPage);
    expect(dialog()).not.toBeNull();
    expect(box('statistics').checked).toBe(true);
  });

  it('asks again after a year', async () => {
    const now = Date.now();
    writeConsent({ statistics: true, marketing: true }, now - 366 * 24 * 60 * 60 * 1000);
    await startTrackers('7', trackersOfPage);
    expect(dialog()).not.toBeNull();
    expect(loadedScripts()).toEqual([]);
  });

  it('lets them change their mind by any link to the settings', async () => {
    writeConsent({ statistics: false, marketing: false });
    await startTrackers('7', trackersOfPage);
    document.querySelector<HTMLElement>('#page a')?.click();
    expect(document.activeElement?.tagName).toBe('H2');
    box('statistics').click();
    document.querySelector('form')?.requestSubmit();
    expect(loadedScripts()).toHaveLength(2);
    expect(reload).not.toHaveBeenCalled();
    expect(document.activeElement?.textContent).toBe('Privacy');
  });

  it('gets a page without what they no longer agree to', async () => {
    writeConsent({ statistics: true, marketing: false });
    await startTrackers('7', trackersOfPage);
    document.querySelector<HTMLElement>('.pw-privacy-link a')?.click();
    button('none').click();
    expect(reload).toHaveBeenCalledOnce();
    expect(readConsent()).toEqual({ statistics: false, marketing: false });
  });
});

describe('trackers of single pages', () => {
  const onlyHere = (...ids: string[]) => {
    document.head.innerHTML = ids.length > 0 ? `<meta name="pw-trackers" content="${ids.join(' ')}">` : '';
  };
  beforeEach(() => {
    const trackers = [{ ...MARKETING, isOnAllPages: false }, NECESSARY];
    asked.mockImplementation(async () => Response.json({ trackers }));
  });

  it('are loaded there, under the same consent, and nobody is asked elsewhere', async () => {
    await startTrackers('7', trackersOfPage);
    expect([dialog(), has('advert'), has('chat')]).toEqual([null, false, true]);
    onlyHere('9', '2');
    dispatchEvent(new CustomEvent('pagewright:navigated'));
    expect([dialog() === null, has('advert')]).toEqual([false, false]);
    button('all').click();
    expect(has('advert')).toBe(true);
  });

  it('are not loaded on a page that has others', async () => {
    writeConsent({ statistics: true, marketing: true });
    onlyHere('22', '3');
    await startTrackers('7', trackersOfPage);
    dispatchEvent(new CustomEvent('pagewright:navigated'));
    expect(has('advert')).toBe(false);
  });
});

describe('without the trackers themselves', () => {
  it('keeps what is decided all the same', async () => {
    asked.mockRejectedValue(new TypeError('Failed to fetch'));
    await expect(startTrackers('7', trackersOfPage)).rejects.toThrow('Failed to fetch');
    document.querySelector<HTMLElement>('.pw-privacy-link a')?.click();
    button('none').click();
    expect(readConsent()).toEqual({ statistics: false, marketing: false });
  });
});

describe('who is not to be tracked', () => {
  it.each([{ doNotTrack: '1' }, { globalPrivacyControl: true }])(
    'is not asked, and gets what is necessary alone: %o',
    async (signal) => {
      writeConsent({ statistics: true, marketing: true });
      vi.stubGlobal('navigator', signal);
      await startTrackers('7', trackersOfPage);
      expect(dialog()).toBeNull();
      expect([has('chat'), has('advert'), loadedScripts()]).toEqual([true, false, []]);
    },
  );

  it('learns from the settings that the browser has decided, and is offered nothing that would not count', async () => {
    vi.stubGlobal('navigator', { doNotTrack: '1' });
    await startTrackers('7', trackersOfPage);
    const link = document.querySelector<HTMLElement>('.pw-privacy-link a');
    link?.click();
    const opened = dialog() as HTMLElement;
    const all = [
      ...opened.querySelectorAll<HTMLElement>(
        '[data-choice], .pw-privacy-choices, .pw-privacy-offer, .pw-privacy-refused',
      ),
    ];
    const offered = all.filter(({ hidden }) => !hidden);
    expect(offered.map(({ className, dataset }) => dataset.choice ?? className)).toEqual([
      'pw-privacy-refused',
      'close',
    ]);
    button('close').click();
    expect([opened.isConnected, document.activeElement, readConsent()]).toEqual([false, link, {}]);
  });
});

describe('a page that names the script', () => {
  const named = (isNamed: boolean) => {
    const script = document.createElement('script');
    script.type = 'text/plain';
    if (isNamed) Object.assign(script.dataset, { trackers: '/assets/trackers.js', trackersVersion: '7' });
    document.head.append(script);
  };

  it('loads it', async () => {
    named(true);
    const start = vi.fn(async () => {});
    const load = vi.fn(async () => ({ startTrackers: start }));
    startIfAny(load);
    await waitFor(() => expect(start).toHaveBeenCalledExactlyOnceWith('7', trackersOfPage));
    expect(load).toHaveBeenCalledExactlyOnceWith('/assets/trackers.js');
  });

  it('is the only one that does', () => {
    named(false);
    const load = vi.fn();
    startIfAny(load);
    expect(load).not.toHaveBeenCalled();
  });
});
