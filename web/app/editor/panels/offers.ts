/** What the palette and the `/` menu offer: rows and the site's plugins, searched by their words. */
import { plural, t } from '@lingui/core/macro';
import { COLUMN_COUNTS } from '../../page/rules.ts';
import type { Site } from '../../page/types.ts';
import type { PluginGroup, PluginManifest } from '../../plugins/contract.ts';
import { manifests } from '../../plugins/registry/manifests.ts';
import { passesFor } from '../../session/claims.ts';
import { SECTIONS, type Section } from '../sections/sections.ts';

/** The palette's headings in its order: what most pages are made of comes first. */
export const GROUPS: readonly { name: PluginGroup; label: string }[] = [
  { name: 'content', label: t`Content` },
  { name: 'navigation', label: t`Navigation` },
  { name: 'blog', label: t`Blog` },
  { name: 'shop', label: t`Shop` },
  { name: 'members', label: t`Members` },
];

/** What plugins may require of an editor and a page. */
export interface OfferedTo {
  scopes?: readonly string[];
  /** The kinds of plugins that the page has. */
  present?: ReadonlySet<string>;
}

/** Plugins that can be created here, by group and label. */
export function offeredPlugins(
  site: Site | undefined,
  to: OfferedTo = {},
  from: Iterable<PluginManifest> = manifests.values(),
): PluginManifest[] {
  const has = { ecom: site?.hasEcom ?? false, crm: site?.hasCRM ?? false };
  return [...from]
    .filter(({ ref, requires: { service, scope, oncePerPage } }) => {
      if (service && !has[service]) return false;
      if (scope && !passesFor(to.scopes ?? [], [scope])) return false;
      return !(oncePerPage && to.present?.has(ref));
    })
    .sort(
      (one, other) =>
        rank(one) - rank(other) || one.order - other.order || one.label.localeCompare(other.label),
    );
}

function rank({ group }: PluginManifest): number {
  return GROUPS.findIndex(({ name }) => name === group);
}

/** What is offered under each heading; a search is one list, the best found first. */
export function grouped(
  found: readonly PluginManifest[],
  query: string,
): { label: string; plugins: readonly PluginManifest[] }[] {
  if (query.trim()) return [{ label: t`Found`, plugins: found }];
  return GROUPS.map(({ name, label }) => ({
    label,
    plugins: found.filter(({ group }) => group === name),
  })).filter(({ plugins }) => plugins.length > 0);
}

/** Every word of the query begins a word of what is searched. */
export function isFound(query: string, texts: readonly string[]): boolean {
  const words = texts
    .join(' ')
    .toLowerCase()
    .split(/[\s.]+/);
  return query
    .toLowerCase()
    .split(/\s+/)
    .filter((part) => part !== '')
    .every((part) => words.some((word) => word.startsWith(part)));
}

/** What is found, with what is called so before what is only described so. */
export function findIn<T extends { label: string }>(
  offers: readonly T[],
  query: string,
  textsOf: (offer: T) => string[],
): T[] {
  const found = offers.filter((offer) => isFound(query, [offer.label, ...textsOf(offer)]));
  return found.sort(
    (one, other) => Number(isFound(query, [other.label])) - Number(isFound(query, [one.label])),
  );
}

/** What a row is searched by besides its name: what other products call it, and its number in letters. */
const ROW_KEYWORDS = ['section', 'grid'];
const IN_LETTERS = ['one', 'two', 'three', 'four', 'five', 'six'];

export function rowName(count: number): string {
  return t`${plural(count, { one: 'Row with 1 column', other: 'Row with # columns' })}`;
}

/** The numbers of columns of the rows that are found: all for `row`, one for `2 col`. */
export function findRows(query: string): number[] {
  return COLUMN_COUNTS.filter((count) =>
    isFound(query, [t`Row`, rowName(count), ...ROW_KEYWORDS, IN_LETTERS[count - 1] ?? '']),
  );
}

export function findPlugins(plugins: readonly PluginManifest[], query: string): PluginManifest[] {
  return findIn(plugins, query, (plugin) => [plugin.tooltip, plugin.ref, ...plugin.keywords]);
}

export function findSections(query: string): Section[] {
  return findIn(SECTIONS, query, (section) => [section.tooltip, t`Sections`, ...section.keywords]);
}
