/** What a page tells search engines as JSON-LD: the linked data that it has, and what its plugins say. */
import type { ReactNode } from 'react';
import { filled, type PlaceholderValues, typesOf } from '../page/linked-data.ts';

interface JsonLdProps {
  /** The page's own items, with placeholders. */
  linkedData: readonly unknown[];
  values: PlaceholderValues;
  /** What plugins say of themselves. */
  fromPlugins: readonly object[];
}

export function JsonLd({ linkedData, values, fromPlugins }: JsonLdProps): ReactNode {
  const own = linkedData.map((item) => filled(item, values)).filter((item) => item !== undefined);
  // What an editor wrote counts: search engines take one list of questions, one way to a page.
  const said = new Set(own.flatMap(typesOf));
  const others = fromPlugins.filter((item) => !typesOf(item).some((type) => said.has(type)));
  return [...own, ...others].map((item, index) => (
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
