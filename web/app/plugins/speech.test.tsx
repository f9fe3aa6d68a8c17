/** Our own words on the pages of a site whose language has no catalogue: English, and marked as that. */
import { readFileSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { speak } from '#words/i18n.ts';
import { SiteWords } from '#words/react.tsx';
import '#words/server.ts';
import type { PluginScript } from './contract.ts';
import { byRef } from './registry/by-ref.ts';
import { renderers } from './registry/renderers.ts';
import { changeBasket } from './shop/basket.ts';
import { productId } from './shop/testing.ts';
import type { Example } from './testing/example.ts';
import { files, url } from './testing/example-content.ts';
import { EXAMPLES } from './testing/examples.ts';
import { viewProps } from './testing.ts';

const SITE = { language: 'he', timeZone: 'Asia/Jerusalem' };
const REFS = [...EXAMPLES.keys()];
/** Words that an instance begins with are the editor's from then on. */
function hasWordsInViews(catalogue: string): boolean {
  const sources = readFileSync(new URL(catalogue, import.meta.url), 'utf8').match(/^#: .*/gm) ?? [];
  return sources.some((source) => !source.endsWith('/start.ts'));
}

const LABELS = ['aria-label', 'alt', 'title', 'placeholder'];
const ENGLISH = /[a-z]{2}/i;
const HEBREW = /\p{Script=Hebrew}/u;

function drawn(ref: string, { fields = {}, data }: Example): string {
  const View = renderers.get(ref)?.View;
  if (!View) throw new Error(`${ref} has no view`);
  const props = viewProps({ ref, fields, data: data as never, url, title: 'כאן', files });
  return renderToStaticMarkup(
    <SiteWords site={SITE}>
      <View {...props} site={{ ...props.site, ...SITE, name: 'נמל', dir: 'rtl' }} />
    </SiteWords>,
  );
}

const scripts = byRef(import.meta.glob<{ default: PluginScript }>('./*/script.ts'));

/** A plugin as visitors have it once its own script has run. */
async function awake(ref: string, example: Example): Promise<HTMLElement> {
  // In a document of its own, where what stands for visitors without scripts is elements as well.
  const { body } = new DOMParser().parseFromString(`<div>${drawn(ref, example)}</div>`, 'text/html');
  const element = document.adoptNode(body.firstElementChild as HTMLElement);
  document.body.replaceChildren(element);
  const script = await scripts.get(ref)?.();
  script?.default(element);
  return element;
}

/** What is said in a view: each text and each label, with the language that it is marked to be in. */
async function saidIn(ref: string, example: Example): Promise<[string, string][]> {
  const said: [string, string][] = [];
  const plugin = await awake(ref, example);
  for (const element of [plugin, ...plugin.querySelectorAll('*')]) {
    const language = element.closest('[lang]')?.getAttribute('lang') ?? SITE.language;
    const texts = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
    const words = [
      texts.map(({ textContent }) => textContent).join(''),
      ...LABELS.map((label) => element.getAttribute(label)),
    ];
    for (const text of words) if (text?.trim()) said.push([text.trim(), language]);
  }
  return said;
}

async function allSaid(ref: string): Promise<[string, string][]> {
  const said: [string, string][] = [];
  for (const example of EXAMPLES.get(ref) ?? []) said.push(...(await saidIn(ref, example)));
  return said;
}

async function allHtml(ref: string): Promise<string[]> {
  const html: string[] = [];
  for (const example of EXAMPLES.get(ref) ?? []) html.push((await awake(ref, example)).innerHTML);
  return html;
}

/** Which a script says, in as many words as there are things in it. */
beforeEach(() => void changeBasket(() => [{ productId: productId(1), quantity: 2 }]));

describe('our own words on a page of a language without a catalogue', () => {
  it('are looked at in each plugin that has some, by its examples.ts', () => {
    const catalogues = Object.keys(import.meta.glob('./*/words/de.po')).filter(hasWordsInViews);
    expect(REFS.toSorted()).toEqual(catalogues.map((path) => path.split('/')[1]).sort());
  });

  it.each(REFS)('are marked as English: %s', async (ref) => {
    const said = await allSaid(ref);
    expect(said.some(([text]) => ENGLISH.test(text))).toBe(true);
    expect(said.filter(([text, language]) => ENGLISH.test(text) && language !== 'en')).toEqual([]);
  });

  it.each([
    'cms.blogMenu',
    'cms.blogPostMenu',
    'cms.breadcrumb',
    'cms.gallery',
    'cms.menu',
    'cms.relativeNavigation',
    'cms.sitemap',
  ])('leave what stands between them in its language: %s', async (ref) => {
    const said = await allSaid(ref);
    expect(said.some(([text]) => HEBREW.test(text))).toBe(true);
    expect(said.filter(([text, language]) => HEBREW.test(text) && language !== 'he')).toEqual([]);
  });
});

describe('our own words on a page', () => {
  afterEach(() => speak('en'));

  it.each(REFS)('are in the language of the site, whatever the screens speak: %s', async (ref) => {
    speak('en');
    const beside = await allHtml(ref);
    speak('de');
    expect(await allHtml(ref)).toEqual(beside);
  });
});
