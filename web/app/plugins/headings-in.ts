/** The headings that a plugin's fields put on its page. What its data puts there besides is not known. */
import type { FieldDefinition, FieldDefinitions } from '../fields/types.ts';
import type { Fields, PluginManifest } from './contract.ts';
import { type HeadingsAbove, levelBelow } from './headings-above.ts';

/** 1 for an h1. Headings of items are one below what stands above their list, which differs from page to page. */
type Level = number | 'item';

interface Headings {
  /** In reading order. */
  levels: readonly Level[];
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
    hasTitle ||= definition.type !== 'choice' && own.includes(1);
    return own;
  });
  return { levels, hasTitle };
}

/** `ofText` is the level of what is typed as a heading: a view's own begins a part of the page, see levelWithin. */
function levelsOf(definition: FieldDefinition, value: unknown, ofText: Level = 2): Level[] {
  switch (definition.type) {
    case 'richText':
      return [...String(value ?? '').matchAll(/<h([1-6])[\s>]/gi)].map(([, level]) => Number(level));
    case 'text':
      return definition.search === 'heading' && String(value ?? definition.default ?? '') !== ''
        ? [ofText]
        : [];
    case 'choice':
      return definition.isHeadingLevel ? [Number(String(value ?? definition.default).slice(1))] : [];
    case 'group':
      return levelsWithin(definition.fields, value, ofText);
    case 'list':
      return (Array.isArray(value) ? value : []).flatMap((item) =>
        levelsWithin(definition.item, item, 'item'),
      );
    default:
      return [];
  }
}

function levelsWithin(definitions: FieldDefinitions, values: unknown, ofText: Level): Level[] {
  const fields = (values ?? {}) as Fields;
  return Object.entries(definitions).flatMap(([name, each]) => levelsOf(each, fields[name], ofText));
}

/** The last of a plugin's headings, as a number; `above` where it has none. */
function lastOf(levels: readonly Level[], above: number): number {
  const last = levels.at(-1) ?? above;
  if (last !== 'item') return last;
  // Not what is written within an item before: items are beside one another.
  const own = levels.slice(0, levels.indexOf('item')).at(-1);
  return levelBelow(typeof own === 'number' ? own : above);
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
    headingAbove = lastOf(levels, headingAbove);
    hasTitle ||= levels.includes(1);
  }
  return found;
}
