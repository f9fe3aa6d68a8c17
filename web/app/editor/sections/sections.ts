/** Sections to start from: rows of plugins with words and pictures that stand in for an editor's own. */
import { t } from '@lingui/core/macro';
import {
  Columns3,
  GalleryHorizontalEnd,
  type LucideIcon,
  Mail,
  Megaphone,
  PanelsTopLeft,
  Quote,
} from 'lucide-react';
import type { Fields } from '../../plugins/contract.ts';

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

export interface Section {
  name: string;
  label: string;
  tooltip: string;
  keywords: readonly string[];
  icon: LucideIcon;
  row: () => SectionRow;
}

const PICTURES = '/assets/starting/';

const text = (...html: string[]): SectionPlugin => ({ ref: 'cms.text', fields: { content: html.join('') } });
const h1 = (words: string) => `<h1>${words}</h1>`;
const h2 = (words: string, align = '') => `<h2${align}>${words}</h2>`;
const h3 = (words: string) => `<h3>${words}</h3>`;
const p = (words: string, align = '') => `<p${align}>${words}</p>`;
const button = (words: string, href: string) => `<a class="button" href="${href}">${words}</a>`;
const outlined = (words: string, href: string) =>
  `<a class="button button-outline" href="${href}">${words}</a>`;
const CENTRED = ' class="align-center"';

function hero(): SectionRow {
  const picture = `<img src="${PICTURES}coast-1.svg" alt="" width="960" height="880">`;
  return {
    band: 'plain',
    columns: [
      {
        classNames: ['middle'],
        content: [
          text(
            h1(t`What you do, in one line`),
            p(t`Say in a sentence for whom you do it and what they get out of it.`),
            p(`${button(t`Get started`, '/')} ${outlined(t`Learn more`, '/')}`),
          ),
        ],
      },
      { classNames: ['middle'], content: [text(p(picture))] },
    ],
  };
}

function features(): SectionRow {
  const card = (title: string, words: string): SectionColumn => ({
    classNames: ['card'],
    content: [text(h3(title), p(words))],
  });
  const heading = text(
    h2(t`Three things you are good at`, CENTRED),
    p(t`One sentence that leads to what stands below.`, CENTRED),
  );
  const words = t`Two or three lines are enough. Say what people gain, and leave out how it is done.`;
  const cards = [card(t`First reason`, words), card(t`Second reason`, words), card(t`Third reason`, words)];
  return {
    band: 'tint',
    columns: [{ content: [{ columns: [{ content: [heading] }] }, { columns: cards }] }],
  };
}

function textBesideImage(): SectionRow {
  const fields = {
    heading: t`Tell your story`,
    text:
      p(t`A paragraph or two about who you are says more than a slogan.`) +
      p(t`What do people come back for?`),
    image: `${PICTURES}tiles-1.svg`,
    imageWidth: 960,
    imageHeight: 720,
  };
  return { band: 'plain', columns: [{ content: [{ ref: 'cms.textImage', fields }] }] };
}

function testimonial(): SectionRow {
  const words = p(t`“A sentence from somebody you have worked with convinces better than ten of your own.”`);
  const source = p(`<cite>${t`Alex Example, Example Street Bakery`}</cite>`);
  return { band: 'dark', columns: [{ content: [text(`<blockquote>${words}${source}</blockquote>`)] }] };
}

function callToAction(): SectionRow {
  const words = text(
    h2(t`Ready when you are`, CENTRED),
    p(t`Say what happens next: a call, a visit, an order.`, CENTRED),
    p(button(t`Get in touch`, 'mailto:hello@example.com'), CENTRED),
  );
  return { band: 'accent', columns: [{ content: [words] }] };
}

function contact(): SectionRow {
  const phone = '<a href="tel:+442079460000">+44 20 7946 0000</a>';
  const email = '<a href="mailto:hello@example.com">hello@example.com</a>';
  return {
    band: 'tint',
    columns: [
      { content: [text(h2(t`Contact`), p(t`Tell people what to ask you, and how soon you answer.`))] },
      { content: [text(h3(t`Visit us`), p(t`1 Example Street, London`), p(t`Monday to Friday, 9 to 5`))] },
      { content: [text(h3(t`Call or write`), p(phone), p(email))] },
    ],
  };
}

/** In the order in which a page has them. */
export const SECTIONS: readonly Section[] = [
  {
    name: 'hero',
    label: t`Hero`,
    tooltip: t`A large heading with buttons, beside a picture`,
    keywords: ['header', 'banner', 'start', 'headline', 'intro'],
    icon: PanelsTopLeft,
    row: hero,
  },
  {
    name: 'features',
    label: t`Features`,
    tooltip: t`Three cards under a heading`,
    keywords: ['benefits', 'services', 'cards', 'reasons'],
    icon: Columns3,
    row: features,
  },
  {
    name: 'text-beside-image',
    label: t`Text beside image`,
    tooltip: t`A story with a picture`,
    keywords: ['about', 'story', 'photo', 'picture'],
    icon: GalleryHorizontalEnd,
    row: textBesideImage,
  },
  {
    name: 'testimonial',
    label: t`Testimonial`,
    tooltip: t`Somebody’s own words, large`,
    keywords: ['quote', 'review', 'customer', 'recommendation'],
    icon: Quote,
    row: testimonial,
  },
  {
    name: 'call-to-action',
    label: t`Call to action`,
    tooltip: t`A coloured band with a button`,
    keywords: ['cta', 'button', 'banner'],
    icon: Megaphone,
    row: callToAction,
  },
  {
    name: 'contact',
    label: t`Contact`,
    tooltip: t`Address, opening hours, phone and email`,
    keywords: ['address', 'phone', 'email', 'hours', 'visit'],
    icon: Mail,
    row: contact,
  },
];
