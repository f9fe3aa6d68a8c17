/** What the macros `Trans` and `useLingui` become: words from the context, and the screens' own outside of any. */
import type { I18n } from '@lingui/core';
import {
  cloneElement,
  createContext,
  createElement,
  Fragment,
  type ReactElement,
  type ReactNode,
  useContext,
} from 'react';
import { forMacros, spoken } from './i18n.ts';
import { type Speech, speechOfContent, speechOfWords } from './languages.ts';
import type { Said, Words } from './messages.ts';

/** What a site says about how it speaks. */
export interface SpeakingSite {
  language: string;
  timeZone: string;
}

export const SiteContext = createContext<SpeakingSite | null>(null);

/** Has what is in it speak the site's language, and tell the time of the site's zone. */
export function SiteWords({ site, children }: { site: SpeakingSite; children: ReactNode }): ReactNode {
  return <SiteContext value={site}>{children}</SiteContext>;
}

const useWords = (): Words => spoken(useContext(SiteContext)?.language);

export function useLingui(): { i18n: I18n; _: I18n['_'] } {
  const words = forMacros(useWords());
  return { i18n: words, _: words._ };
}

/** Attributes for an element that holds our own words, and for one in it that holds an editor's: see languages.ts. */
export function useSpeech(): { words: Speech; content: Speech } {
  const language = useContext(SiteContext)?.language ?? 'en';
  return { words: speechOfWords(language), content: speechOfContent(language) };
}

type Elements = Readonly<Record<string, ReactElement>>;

/** What the macros `Trans` and `Plural` make of a sentence: its elements stand in the message as tags with their names. */
export function Trans({ components, ...said }: Said & { components?: Elements }): ReactNode {
  const { _ } = useWords();
  const elements: Record<string, ReactElement> = { ...components };
  const values = { ...said.values };
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === 'string' || typeof value === 'number') continue;
    // An element that is a value.
    elements[`_${name}`] = createElement(Fragment, null, value as ReactNode);
    values[name] = `<_${name}/>`;
  }
  // As arguments: a list of children would want keys.
  return createElement(Fragment, null, ...drawn(_({ ...said, values }), elements));
}

const TAG = /<(\w+)>(.*?)<\/\1>|<(\w+)\/>/s;

function drawn(text: string, elements: Elements): ReactNode[] {
  const found = TAG.exec(text);
  if (!found) return [text];
  const [whole, pair, inner, single] = found;
  const element = elements[(pair ?? single) as string] ?? <Fragment />;
  return [
    text.slice(0, found.index),
    inner ? cloneElement(element, undefined, ...drawn(inner, elements)) : element,
    ...drawn(text.slice(found.index + whole.length), elements),
  ];
}
