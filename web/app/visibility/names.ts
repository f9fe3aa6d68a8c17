/**
 * Scopes as a list of those who see something names them. An empty list is everyone. What is on a list stays on it
 * until somebody takes it off, also when there is no such scope any more: a name that went by itself could open what it
 * hid to everyone.
 */
import { plural, t } from '@lingui/core/macro';
import { screenFormats } from '#words/screen-formats.ts';
import { isScopeShown } from '../api/scope-names.ts';

export interface KnownScope {
  name: string;
  description: string;
  /** Whether it lets its holders work on the site. Visitors hold none of these. */
  isBuiltIn: boolean;
}

/** On a list: each user who is logged in, with any scopes. No scope of a site has this name. */
export const LOGGED_IN = 'logged-in';

/** What is said of a name on a list, where that is not the name itself. */
const SAID: Record<string, { label: string; inSentence: string; description: string }> = {
  [LOGGED_IN]: {
    label: t`Logged-in members`,
    inSentence: t`logged-in members`,
    description: t`Everyone with an account, once they have logged in.`,
  },
};

export const labelOf = (name: string) => SAID[name]?.label ?? name;

export interface Offer {
  name: string;
  /** Empty where nothing is known of it. */
  description: string;
  isChosen: boolean;
  /** On the list, and no scope of the site. */
  isGone: boolean;
}

/**
 * What there is to choose from: all who are logged in, the site's own scopes by name, then what else is on the list.
 * Names of the customer-relationship area are shown only where there is one; on a list they stay all the same.
 */
export function offersOf(
  chosen: readonly string[],
  known: readonly KnownScope[],
  { hasCRM, isComplete }: { hasCRM: boolean; isComplete: boolean },
): Offer[] {
  const gone = goneFrom(chosen, { known, isComplete });
  const names = new Set(known.map((scope) => scope.name));
  const offered = known.filter(({ name, isBuiltIn }) => chosen.includes(name) || !isBuiltIn);
  const others = chosen.filter((name) => !names.has(name) && !SAID[name]);
  const said = Object.entries(SAID).map(([name, { description }]) => ({ name, description }));
  return [...said, ...offered, ...others.map((name) => ({ name, description: '' }))]
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
  const isKnown = (name: string) => SAID[name] !== undefined || known.some((scope) => scope.name === name);
  return isComplete ? chosen.filter((name) => !isKnown(name)) : [];
}

/** What is wrong with a list that names them; '' for none. */
export function whyGone(gone: readonly string[]): string {
  if (gone.length === 0) return '';
  const names = screenFormats().list(gone.map((name) => `“${name}”`));
  return t`${plural(gone.length, { one: `${names} is no longer a scope of this site, so it gives nobody access.`, other: `${names} are no longer scopes of this site, so they give nobody access.` })}`;
}

/** With the name on the list or off it; the others stay, in their order. */
export function toggled(chosen: readonly string[], name: string, isOn: boolean): string[] {
  const others = chosen.filter((one) => one !== name);
  return isOn ? [...others, name] : others;
}

/** 'club', 'club and staff', 'club, staff and 2 more'; '' for everyone. As they stand within a sentence. */
export function inWords(chosen: readonly string[] | undefined, hasCRM: boolean): string {
  return listed(chosen, hasCRM, (name) => SAID[name]?.inSentence ?? name);
}

/** The same as it stands alone, with the capital that a label begins with. */
export function asLabel(chosen: readonly string[] | undefined, hasCRM: boolean): string {
  return listed(chosen, hasCRM, (name, isFirst) =>
    isFirst ? labelOf(name) : (SAID[name]?.inSentence ?? name),
  );
}

function listed(
  chosen: readonly string[] | undefined,
  hasCRM: boolean,
  wordFor: (name: string, isFirst: boolean) => string,
): string {
  if (!chosen || chosen.length === 0) return '';
  const shown = chosen.filter((name) => isScopeShown(name, hasCRM));
  const names = shown.map((name, index) => wordFor(name, index === 0));
  const [first, second, ...more] = names;
  if (first === undefined) return t`some people`;
  const rest = more.length + chosen.length - names.length;
  if (second === undefined) return rest > 0 ? t`${first} and others` : first;
  return rest > 0 ? t`${first}, ${second} and ${rest} more` : t`${first} and ${second}`;
}
