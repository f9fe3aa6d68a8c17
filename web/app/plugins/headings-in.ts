/** The headings that a plugin's fields put on its page. What its data puts there besides is not known. */
import type { FieldDefinition } from '../fields/types.ts';
import type { Fields, PluginManifest } from './contract.ts';

/** Their levels in reading order: 1 for an h1. */
export function headingsIn(
  { fields: definitions }: Pick<PluginManifest, 'fields'>,
  fields: Fields,
): number[] {
  return Object.entries(definitions).flatMap(([name, definition]) => levelsOf(definition, fields[name]));
}

function levelsOf(definition: FieldDefinition, value: unknown): number[] {
  switch (definition.type) {
    case 'richText':
      return [...String(value ?? '').matchAll(/<h([1-6])[\s>]/gi)].map(([, level]) => Number(level));
    case 'text':
      // Views draw what is typed as their heading as an h2.
      return definition.search === 'heading' && String(value ?? definition.default ?? '') !== '' ? [2] : [];
    case 'choice':
      return [...String(value ?? definition.default ?? '').matchAll(/^h([1-6])$/g)].map(([, level]) =>
        Number(level),
      );
    default:
      return [];
  }
}

/** Where nothing is known of what stands above. */
export const NOTHING_ABOVE: HeadingsAbove = { headingAbove: 0, hasOtherTitle: false };

export interface HeadingsAbove {
  /** The level of the last heading above it on the page; 0 where there is none. */
  headingAbove: number;
  /** Whether an h1 stands above it, or is written below it. */
  hasOtherTitle: boolean;
}

interface Placed<Id> {
  id: Id;
  manifest: Pick<PluginManifest, 'fields'> | undefined;
  fields: Fields;
}

/** What stands above each of a page's plugins, which are given in reading order. */
export function headingsAbove<Id>(plugins: readonly Placed<Id>[]): Map<Id, HeadingsAbove> {
  const found = new Map<Id, HeadingsAbove>();
  const lastTitle = plugins.findLastIndex(hasWrittenTitle);
  let headingAbove = 0;
  let hasTitle = false;
  for (const [index, { id, manifest, fields }] of plugins.entries()) {
    // Of several that could be the title of the page the first is, unless somebody has written one.
    found.set(id, { headingAbove, hasOtherTitle: hasTitle || index < lastTitle });
    const levels = manifest ? headingsIn(manifest, fields) : [];
    headingAbove = levels.at(-1) ?? headingAbove;
    hasTitle ||= levels.includes(1);
  }
  return found;
}

const hasWrittenTitle = ({ manifest, fields }: Placed<unknown>): boolean =>
  Object.entries(manifest?.fields ?? {}).some(
    ([name, definition]) => definition.type === 'richText' && levelsOf(definition, fields[name]).includes(1),
  );

/** The level of headings below the one that stands above: never one that skips a level, and none beside the page's title. */
export const levelBelow = (headingAbove: number): number => Math.min(Math.max(headingAbove + 1, 2), 6);
