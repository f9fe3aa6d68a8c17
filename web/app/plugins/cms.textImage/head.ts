import type { HeadParts, HeadProps } from '../contract.ts';
import type { TextImageFields } from './render.tsx';

/** The first image stands for the page where nothing else does. */
export default function head(instances: HeadProps<TextImageFields>[]): HeadParts {
  return { image: instances.map(({ fields }) => fields.image).find(Boolean) };
}
