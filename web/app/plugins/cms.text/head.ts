import type { HeadParts, HeadProps } from '../contract.ts';
import { textDescription } from './description.ts';
import type { TextFields } from './render.tsx';

/** What says no sentence of the page's own: headings, and what is said of images. */
const BESIDE_SENTENCES = /<(h[1-6]|figcaption)\b[^>]*>.*?<\/\1>/gis;

const sentencesOf = (html: string) => textDescription(html.replace(BESIDE_SENTENCES, ' '));

/**
 * The sentences of the page's first text describe it where nothing else does. A text without any, such as the heading that
 * each new page begins with, says no more than the title: another of the page's own comes before it.
 */
export default function head(instances: HeadProps<TextFields>[]): HeadParts {
  return {
    // Asked for by pages alone that do not describe themselves.
    get description() {
      const texts = instances.map(({ fields, isOwn }) => ({ html: fields.content ?? '', isOwn }));
      for (const { html, isOwn } of texts) {
        const sentences = isOwn && sentencesOf(html);
        if (sentences) return sentences;
      }
      const first = texts.find(({ html }) => textDescription(html));
      return first && (sentencesOf(first.html) || textDescription(first.html));
    },
  };
}
