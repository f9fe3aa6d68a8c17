/** Our own words on the pages of a site whose language has no catalogue: English, and marked as that. */
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, describe, expect, it } from 'vitest';
import { speak } from '#words/i18n.ts';
import { SiteWords } from '#words/react.tsx';
import '#words/server.ts';
import { renderers } from './registry/renderers.ts';
import { EXAMPLES, type Example, files, url } from './testing/examples.ts';
import { viewProps } from './testing.ts';

const SITE = { language: 'he', timeZone: 'Asia/Jerusalem' };
/** Those that begin with words, which are the editor's from then on. */
const STARTING_ALONE = ['cms.faq'];

const REFS = Object.keys(EXAMPLES);
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

/** What is said in a view: each text and each label, with the language that it is marked to be in. */
function saidIn(ref: string, example: Example): [string, string][] {
  const { body } = new DOMParser().parseFromString(drawn(ref, example), 'text/html');
  const said: [string, string][] = [];
  for (const element of body.querySelectorAll('*')) {
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

describe('our own words on a page of a language without a catalogue', () => {
  it('are looked at in each plugin that has some', () => {
    const catalogues = Object.keys(import.meta.glob('./*/words/de.po')).map((path) => path.split('/')[1]);
    expect([...REFS, ...STARTING_ALONE].sort()).toEqual(catalogues.sort());
  });

  it.each(REFS)('are marked as English: %s', (ref) => {
    const said = (EXAMPLES[ref] ?? []).flatMap((drawn) => saidIn(ref, drawn));
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
  ])('leave what stands between them in its language: %s', (ref) => {
    const said = (EXAMPLES[ref] ?? []).flatMap((drawn) => saidIn(ref, drawn));
    expect(said.some(([text]) => HEBREW.test(text))).toBe(true);
    expect(said.filter(([text, language]) => HEBREW.test(text) && language !== 'he')).toEqual([]);
  });
});

describe('our own words on a page', () => {
  afterEach(() => speak('en'));

  it.each(REFS)('are in the language of the site, whatever the screens speak: %s', (ref) => {
    const examples = EXAMPLES[ref] ?? [];
    speak('en');
    const beside = examples.map((example) => drawn(ref, example));
    speak('de');
    expect(examples.map((example) => drawn(ref, example))).toEqual(beside);
  });
});
