import type { HeadParts, HeadProps } from '../contract.ts';
import { textDescription } from './description.ts';
import type { TextFields } from './render.tsx';

const HEADINGS = /<(h[1-6])\b[^>]*>.*?<\/\1>/gis;

/**
 * The page's first text describes it where nothing else does. A text of headings alone, as each new page begins with, says
 * no more than the title: another of the page's own comes before it.
 */
export default function head(instances: HeadProps<TextFields>[]): HeadParts {
  return {
    // Asked for by pages alone that do not describe themselves.
    get description() {
      const texts = instances.map(({ fields, isOwn }) => ({ html: fields.content ?? '', isOwn }));
      const first =
        texts.find(({ html, isOwn }) => isOwn && textDescription(html.replace(HEADINGS, ''))) ??
        texts.find(({ html }) => textDescription(html));
      return first && textDescription(first.html);
    },
  };
}
