/** The rows of the sections, with words and pictures that stand in for an editor's own: in the site's language. */
import { t } from '@lingui/core/macro';
import type { I18n } from '#words/i18n.ts';
import type { Fields } from '../../plugins/contract.ts';
import { startingWords } from '../../plugins/registry/starts.ts';

/** How a row that reaches the edges is coloured; templates style `band-…`. */
export type Band = 'plain' | 'tint' | 'dark' | 'accent';

export interface SectionPlugin {
  ref: string;
  fields: Fields;
}
export interface SectionRow {
  band?: Band;
  columns: SectionColumn[];
}
export interface SectionColumn {
  classNames?: string[];
  content: (SectionRow | SectionPlugin)[];
}

const PICTURES = '/assets/starting/';

const text = (...html: string[]): SectionPlugin => ({ ref: 'cms.text', fields: { content: html.join('') } });
const h1 = (html: string) => `<h1>${html}</h1>`;
const h2 = (html: string, align = '') => `<h2${align}>${html}</h2>`;
const h3 = (html: string) => `<h3>${html}</h3>`;
const p = (html: string, align = '') => `<p${align}>${html}</p>`;
const button = (label: string, href: string) => `<a class="button" href="${href}">${label}</a>`;
const outlined = (label: string, href: string) =>
  `<a class="button button-outline" href="${href}">${label}</a>`;
const CENTRED = ' class="align-center"';

export function hero(words: I18n): SectionRow {
  const picture = `<img src="${PICTURES}coast-1.svg" alt="" width="960" height="880">`;
  return {
    band: 'plain',
    columns: [
      {
        classNames: ['middle'],
        content: [
          text(
            h1(t(words)`What you do, in one line`),
            p(t(words)`Say in a sentence who it is for and what they get out of it.`),
            p(`${button(t(words)`Get started`, '/')} ${outlined(t(words)`Learn more`, '/')}`),
          ),
        ],
      },
      { classNames: ['middle'], content: [text(p(picture))] },
    ],
  };
}

export function features(words: I18n): SectionRow {
  const card = (title: string, saying: string, picture: string): SectionColumn => ({
    classNames: ['card'],
    content: [
      text(p(`<img src="${PICTURES}${picture}-1.svg" alt="" width="64" height="64">`), h3(title), p(saying)),
    ],
  });
  const heading = text(
    h2(t(words)`Three things you are good at`, CENTRED),
    p(t(words)`One sentence that introduces what follows.`, CENTRED),
  );
  const reason = t(words)`Two or three lines are enough. Say what people gain, and leave out how it is done.`;
  const cards = [
    card(t(words)`First reason`, reason, 'fruit'),
    card(t(words)`Second reason`, reason, 'arches'),
    card(t(words)`Third reason`, reason, 'leaf'),
  ];
  return {
    band: 'tint',
    columns: [{ content: [{ columns: [{ content: [heading] }] }, { columns: cards }] }],
  };
}

export function textBesideImage(words: I18n): SectionRow {
  const fields = {
    heading: t(words)`Tell your story`,
    text:
      p(t(words)`A paragraph or two about who you are says more than a slogan.`) +
      p(t(words)`What do people come back for?`),
    picture: { address: `${PICTURES}tiles-1.svg`, width: 960, height: 720 },
  };
  return { band: 'plain', columns: [{ content: [{ ref: 'cms.textImage', fields }] }] };
}

export function testimonial(words: I18n): SectionRow {
  const quote = p(
    t(words)`“A sentence from somebody you have worked with convinces better than ten of your own.”`,
  );
  const source = p(`<cite>${t(words)`Alex Example, Example Street Bakery`}</cite>`);
  return { band: 'dark', columns: [{ content: [text(`<blockquote>${quote}${source}</blockquote>`)] }] };
}

export function callToAction(words: I18n): SectionRow {
  const content = text(
    h2(t(words)`Ready when you are`, CENTRED),
    p(t(words)`Say what happens next: a call, a visit, an order.`, CENTRED),
    p(button(t(words)`Get in touch`, 'mailto:hello@example.com'), CENTRED),
  );
  return { band: 'accent', columns: [{ content: [content] }] };
}

/** What to know beside a form to write with. */
export function contact(words: I18n): SectionRow {
  const phone = '<a href="tel:+442079460000">+44 20 7946 0000</a>';
  const email = '<a href="mailto:hello@example.com">hello@example.com</a>';
  return {
    band: 'tint',
    columns: [
      {
        content: [
          text(
            h2(t(words)`Contact`),
            p(t(words)`Tell people what they can ask you and how soon you answer.`),
            h3(t(words)`Visit us`),
            p(`${t(words)`1 Example Street, London`}<br>${t(words)`Monday to Friday, 9 to 5`}`),
            h3(t(words)`Call or write`),
            p(`${phone}<br>${email}`),
          ),
        ],
      },
      { content: [{ ref: 'cms.contact', fields: { ...startingWords('cms.contact', words), heading: '' } }] },
    ],
  };
}
