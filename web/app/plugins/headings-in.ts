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
export const NOTHING_ABOVE: HeadingsAbove = { headingAbove: 0, hasTitleAbove: false };

export interface HeadingsAbove {
  /** The level of the last heading above it on the page; 0 where there is none. */
  headingAbove: number;
  /** Whether an h1 stands above it. */
  hasTitleAbove: boolean;
}

/** What stands above each of a page's plugins, which are given in reading order. */
export function headingsAbove<Id>(
  plugins: Iterable<{ id: Id; manifest: Pick<PluginManifest, 'fields'> | undefined; fields: Fields }>,
): Map<Id, HeadingsAbove> {
  const found = new Map<Id, HeadingsAbove>();
  let above = NOTHING_ABOVE;
  for (const { id, manifest, fields } of plugins) {
    found.set(id, above);
    const levels = manifest ? headingsIn(manifest, fields) : [];
    above = {
      headingAbove: levels.at(-1) ?? above.headingAbove,
      hasTitleAbove: above.hasTitleAbove || levels.includes(1),
    };
  }
  return found;
}

/** The level of headings below the one that stands above: never one that skips a level, and none beside the page's title. */
export const levelBelow = (headingAbove: number): number => Math.min(Math.max(headingAbove + 1, 2), 6);
