/** Kinds of records that a palette searches, and what they have for the words that were typed. */
import { type QueryClient, useQueries, useQueryClient } from '@tanstack/react-query';
import type { LucideIcon } from 'lucide-react';
import { useState } from 'react';
import type { Query } from '../api/query.ts';
import type { PaletteGroup } from './palette.tsx';

/** Of each kind. */
export const MOST_FOUND = 5;

export interface FoundRecord {
  id: string;
  label: string;
  detail?: string;
  /** An address outside the admin screens is loaded, one inside is navigated to. */
  href: string;
}

/** One kind of records that is searched. */
export interface Source {
  id: string;
  title: string;
  icon: LucideIcon;
  find: (words: string) => Query<unknown>;
  recordsOf: (found: unknown) => FoundRecord[];
}

/** The words before these, the latest first, as long as only more was typed. */
function useShorterWords(words: string): string[] {
  const [asked, setAsked] = useState({ words, shorter: [] as string[] });
  if (asked.words === words) return asked.shorter;
  const isLonger = asked.words !== '' && words.startsWith(asked.words);
  const shorter = isLonger ? [asked.words, ...asked.shorter] : [];
  setAsked({ words, shorter });
  return shorter;
}

function firstAnswer(client: QueryClient, source: Source, words: string[]): unknown {
  for (const each of words) {
    const { queryKey, select } = source.find(each);
    const data = client.getQueryData(queryKey);
    if (data !== undefined) return select ? select(data) : data;
  }
  return undefined;
}

/**
 * What the sources have for some words, in their order; nothing before anything is typed. While more is typed, what was
 * found stays until it is known what the longer words find: somebody may be about to press it.
 */
export function useFoundRecords(sources: Source[], words: string, lead: (href: string) => void) {
  const client = useQueryClient();
  const shorter = useShorterWords(words);
  const isAsked = words !== '';
  const answers = useQueries({
    queries: sources.map((source) => ({
      ...source.find(words),
      enabled: isAsked,
      retry: false,
      refetchInterval: false as const,
    })),
  });
  const failed = isAsked ? sources.filter((_, index) => answers[index]?.isError) : [];
  return {
    isSearching: isAsked && answers.some(({ isPending }) => isPending),
    groups: sources.map((source, index): PaletteGroup => {
      const answer = isAsked ? answers[index] : undefined;
      const data = answer?.isPending ? firstAnswer(client, source, shorter) : answer?.data;
      const records = data === undefined ? [] : source.recordsOf(data);
      return {
        title: source.title,
        choices: records.map(({ id, href, label, detail }) => ({
          id: `${source.id} ${id}`,
          label,
          detail,
          icon: source.icon,
          run: () => lead(href),
        })),
      };
    }),
    failed: failed.map(({ title }) => title),
    searchAgain: () => {
      for (const answer of answers) if (answer.isError) void answer.refetch();
    },
  };
}
