/**
 * Scopes as a list of those who see something names them. An empty list is everyone. What is on a list stays on it
 * until somebody takes it off, also when there is no such scope any more: a name that went by itself could open what it
 * hid to everyone.
 */
import { isScopeShown } from '../api/scope-names.ts';

export interface KnownScope {
  name: string;
  description: string;
}

export interface Offer {
  name: string;
  /** Empty where nothing is known of it. */
  description: string;
  isChosen: boolean;
  /** On the list, and no scope of the site. */
  isGone: boolean;
}

/** Their holders see everything whoever a list names. */
const SEE_ALL = ['super', 'admin'];

/**
 * What there is to choose from: the site's scopes by name, then what else is on the list. Names of the
 * customer-relationship area are shown only where there is one; on a list they stay all the same.
 */
export function offersOf(
  chosen: readonly string[],
  known: readonly KnownScope[],
  { hasCRM, isComplete }: { hasCRM: boolean; isComplete: boolean },
): Offer[] {
  const gone = goneFrom(chosen, { known, isComplete });
  const names = new Set(known.map((scope) => scope.name));
  const offered = known.filter(({ name }) => chosen.includes(name) || !SEE_ALL.includes(name));
  const others = chosen.filter((name) => !names.has(name)).map((name) => ({ name, description: '' }));
  return [...offered, ...others]
    .filter(({ name }) => isScopeShown(name, hasCRM))
    .map(({ name, description }) => ({
      name,
      description,
      isChosen: chosen.includes(name),
      isGone: gone.includes(name),
    }));
}

/** Those on the list that are no scopes of the site any more; none while not all scopes are known. */
export function goneFrom(
  chosen: readonly string[],
  { known, isComplete }: { known: readonly KnownScope[]; isComplete: boolean },
): string[] {
  return isComplete ? chosen.filter((name) => !known.some((scope) => scope.name === name)) : [];
}

/** What is wrong with a list that names them; '' for none. */
export function whyGone(gone: readonly string[]): string {
  if (gone.length === 0) return '';
  const names = new Intl.ListFormat('en-GB').format(gone.map((name) => `“${name}”`));
  return gone.length === 1
    ? `${names} is no scope of this site any more: it lets nobody through.`
    : `${names} are no scopes of this site any more: they let nobody through.`;
}

/** With the name on the list or off it; the others stay, in their order. */
export function toggled(chosen: readonly string[], name: string, isOn: boolean): string[] {
  const others = chosen.filter((one) => one !== name);
  return isOn ? [...others, name] : others;
}

/** 'club', 'club and staff', 'club, staff and 2 more'; '' for everyone. */
export function inWords(chosen: readonly string[] | undefined, hasCRM: boolean): string {
  if (!chosen || chosen.length === 0) return '';
  const names = chosen.filter((name) => isScopeShown(name, hasCRM));
  const [first, second, ...more] = names;
  if (first === undefined) return 'some people';
  const rest = more.length + chosen.length - names.length;
  if (second === undefined) return rest > 0 ? `${first} and others` : first;
  return rest > 0 ? `${first}, ${second} and ${rest} more` : `${first} and ${second}`;
}
