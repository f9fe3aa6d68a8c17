import type { HeadParts, HeadProps } from '../contract.ts';
import { textDescription } from './description.ts';
import type { TextFields } from './render.tsx';

/** The page's first text describes it where nothing else does. */
export default function head(instances: HeadProps<TextFields>[]): HeadParts {
  for (const { fields } of instances) {
    const description = textDescription(fields.content ?? '');
    if (description) return { description };
  }
  return {};
}
