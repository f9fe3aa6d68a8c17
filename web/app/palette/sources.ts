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

/** What an answer has; undefined where it is not what was expected, as that of another release may be. */
function recordsIn(source: Source, words: string, answer: unknown): FoundRecord[] | undefined {
  const { select } = source.find(words);
  try {
    return source.recordsOf(select ? select(answer) : answer);
  } catch {
    return undefined;
  }
}

/** What the first of these words that are answered have found. */
function firstFound(client: QueryClient, source: Source, words: string[]): FoundRecord[] {
  for (const each of words) {
    const answer = client.getQueryData(source.find(each).queryKey);
    if (answer !== undefined) return recordsIn(source, each, answer) ?? [];
  }
  return [];
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
      // Not here: one that throws has React render without an end, since each time is another time of the failure.
      select: undefined,
      enabled: isAsked,
      retry: false,
      refetchInterval: false as const,
    })),
  });
  const results = sources.map((source, index) => {
    const answer = answers[index];
    if (!isAsked || !answer) return { records: [], isFailed: false };
    if (answer.isPending) return { records: firstFound(client, source, shorter), isFailed: false };
    const records = answer.data === undefined ? undefined : recordsIn(source, words, answer.data);
    return { records: records ?? [], isFailed: answer.isError || !records };
  });
  return {
    isSearching: isAsked && answers.some(({ isPending }) => isPending),
    groups: sources.map(
      (source, index): PaletteGroup => ({
        title: source.title,
        choices: (results[index]?.records ?? []).map(({ id, href, label, detail }) => ({
          id: `${source.id} ${id}`,
          label,
          detail,
          icon: source.icon,
          run: () => lead(href),
        })),
      }),
    ),
    failed: sources.filter((_, index) => results[index]?.isFailed).map(({ title }) => title),
    searchAgain: () => {
      for (const [index, answer] of answers.entries()) if (results[index]?.isFailed) void answer.refetch();
    },
  };
}
