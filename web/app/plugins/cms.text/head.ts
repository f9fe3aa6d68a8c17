import type { HeadParts, HeadProps } from '../contract.ts';
import { textDescription } from './description.ts';
import { firstImage } from './first-image.ts';
import type { TextFields } from './render.tsx';

/** The page's first text describes it where nothing else does, and the first image in one stands for it. */
export default function head(instances: HeadProps<TextFields>[]): HeadParts {
  const parts: HeadParts = {};
  for (const { fields } of instances) {
    const content = fields.content ?? '';
    parts.description ||= textDescription(content);
    parts.image ||= firstImage(content);
  }
  return parts;
}
