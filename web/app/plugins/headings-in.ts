/** The headings that a plugin's fields put on its page. What its data puts there besides is not known. */
import type { FieldDefinition } from '../fields/types.ts';
import type { Fields, PluginManifest } from './contract.ts';
import type { HeadingsAbove } from './headings-above.ts';

interface Headings {
  /** Their levels in reading order: 1 for an h1. */
  levels: readonly number[];
  /** Whether an h1 is written among them. */
  hasTitle: boolean;
}

type Definitions = PluginManifest['fields'];

const NONE: Headings = { levels: [], hasTitle: false };
/** By the fields as they are: a change of them makes others, and a page is drawn far more often than it changes. */
const known = new WeakMap<Definitions, WeakMap<Fields, Headings>>();

function headingsIn(definitions: Definitions, fields: Fields): Headings {
  const ofPlugin = known.get(definitions) ?? new WeakMap<Fields, Headings>();
  known.set(definitions, ofPlugin);
  const found = ofPlugin.get(fields) ?? readHeadings(definitions, fields);
  ofPlugin.set(fields, found);
  return found;
}

function readHeadings(definitions: Definitions, fields: Fields): Headings {
  let hasTitle = false;
  const levels = Object.entries(definitions).flatMap(([name, definition]) => {
    const own = levelsOf(definition, fields[name]);
    hasTitle ||= definition.type === 'richText' && own.includes(1);
    return own;
  });
  return { levels, hasTitle };
}

function levelsOf(definition: FieldDefinition, value: unknown): number[] {
  switch (definition.type) {
    case 'richText':
      return [...String(value ?? '').matchAll(/<h([1-6])[\s>]/gi)].map(([, level]) => Number(level));
    case 'text':
      // Views draw what is typed as their heading as an h2.
      return definition.search === 'heading' && String(value ?? definition.default ?? '') !== '' ? [2] : [];
    case 'choice':
      return definition.isHeadingLevel ? [Number(String(value ?? definition.default).slice(1))] : [];
    default:
      return [];
  }
}

interface Placed<Id> {
  id: Id;
  manifest: Pick<PluginManifest, 'fields'> | undefined;
  fields: Fields;
}

/** What stands above each of a page's plugins, which are given in reading order. */
export function headingsAbove<Id>(plugins: readonly Placed<Id>[]): Map<Id, HeadingsAbove> {
  const found = new Map<Id, HeadingsAbove>();
  const headings = plugins.map(({ manifest, fields }) =>
    manifest ? headingsIn(manifest.fields, fields) : NONE,
  );
  const lastTitle = headings.findLastIndex(({ hasTitle }) => hasTitle);
  let headingAbove = 0;
  let hasTitle = false;
  for (const [index, { id }] of plugins.entries()) {
    // Of several that could be the title of the page the first is, unless somebody has written one.
    found.set(id, { headingAbove, hasOtherTitle: hasTitle || index < lastTitle });
    const { levels } = headings[index] as Headings;
    headingAbove = levels.at(-1) ?? headingAbove;
    hasTitle ||= levels.includes(1);
  }
  return found;
}
