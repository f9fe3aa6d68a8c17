/** Which places are kept to some scopes, and to which. */
import type { FieldLevel, Page } from '../../page/types.ts';
import { ancestorsOf, type Place, placesOf } from './places.ts';

/** The scopes that see a place at one level; none for everyone. */
export function whitelistOf(page: Page, place: Place, level: FieldLevel): readonly string[] {
  return page.nodeFields[place.node.id]?.[level]?.scopeWhitelist ?? [];
}

/**
 * The scopes that a place is kept to, to be named at it; undefined where everyone sees it. Where both levels name some,
 * one scope has to be on each list: those that are on both are named, or all of them where there are none.
 */
export function restrictionOf(page: Page, place: Place): readonly string[] | undefined {
  const site = whitelistOf(page, place, 'site');
  const own = whitelistOf(page, place, 'page');
  if (site.length === 0 || own.length === 0)
    return site.length + own.length > 0 ? [...site, ...own] : undefined;
  const both = site.filter((name) => own.includes(name));
  return both.length > 0 ? both : [...site, ...own];
}

/** The nearest place around that is kept to some. */
export function restrictionAround(
  page: Page,
  place: Place,
): { place: Place; names: readonly string[] } | undefined {
  for (const around of ancestorsOf(place)) {
    const names = restrictionOf(page, around);
    if (names) return { place: around, names };
  }
  return undefined;
}

/** Every place with a list of its own, in reading order. */
export function restrictedPlaces(page: Page): Place[] {
  // Most pages have none, and are drawn at every keystroke.
  if (!page.hasScopeWhitelist) return [];
  return [...placesOf(page).values()].filter((place) => restrictionOf(page, place));
}
