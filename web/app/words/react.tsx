/** What the macros `Trans` and `useLingui` become: words from the context, and the screens' own outside of any. */
import type { I18n } from '@lingui/core';
import { TransNoContext, type TransProps } from '@lingui/react/server';
import { createContext, type ReactNode, useContext } from 'react';
import { i18n, wordsOf } from './i18n.ts';
import { type Speech, speechOfContent, speechOfWords } from './languages.ts';

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

export function useLingui(): { i18n: I18n; _: I18n['_'] } {
  const site = useContext(SiteContext);
  const words = site ? wordsOf(site.language) : i18n;
  return { i18n: words, _: words.t };
}

/** Attributes for an element that holds our own words, and for one in it that holds an editor's: see languages.ts. */
export function useSpeech(): { words: Speech; content: Speech } {
  const language = useContext(SiteContext)?.language ?? 'en';
  return { words: speechOfWords(language), content: speechOfContent(language) };
}

export function Trans(props: TransProps): ReactNode {
  return <TransNoContext {...props} lingui={useLingui()} />;
}
