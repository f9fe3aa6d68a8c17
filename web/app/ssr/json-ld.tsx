/** What a page tells search engines as JSON-LD: the linked data that it has, and what its plugins say. */
import type { ReactNode } from 'react';
import { filled, type PlaceholderValues } from '../page/linked-data.ts';
import { together } from '../page/linked-data-together.ts';
import { shortTypesOf } from '../page/linked-data-types.ts';

interface JsonLdProps {
  /** The page's own items, with placeholders. */
  linkedData: readonly unknown[];
  values: PlaceholderValues;
  /** What plugins say of themselves. */
  fromPlugins: readonly object[];
  /** The site, unless an editor says who it is. */
  organization: object | undefined;
}

export function JsonLd({ linkedData, values, fromPlugins, organization }: JsonLdProps): ReactNode {
  const own = linkedData.map((item) => filled(item, values)).filter((item) => item !== undefined);
  const isSaid = own.some((item) => shortTypesOf(item).includes('Organization'));
  const others = organization && !isSaid ? [...fromPlugins, organization] : fromPlugins;
  return together(own, others).map((item, index) => (
    <script
      // biome-ignore lint/suspicious/noArrayIndexKey: drawn once, never reordered
      key={index}
      type="application/ld+json"
      dangerouslySetInnerHTML={{ __html: jsonForScript(item) }}
    />
  ));
}

/** JSON in which nothing can end the script element or begin a comment, or a line where scripts are read as such. */
function jsonForScript(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
