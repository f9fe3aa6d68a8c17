/**
 * What the command palette has of a screen beside the records of its list: what it finds there, and what can be done at
 * once. `web/app/admin/<name>/palette.ts` is found by glob and loaded when the palette is opened, for those to whom the
 * screen is open.
 */
import type { QueryClient } from '@tanstack/react-query';
import type { LucideIcon } from 'lucide-react';
import type { Query } from '../../api/query.ts';
import { type FoundRecord, MOST_FOUND, type Source } from '../../palette/sources.ts';
import { addressOf, type Entry } from '../define-entry.ts';

export { type FoundRecord, MOST_FOUND };

export interface PaletteAction {
  label: string;
  /** Other words for it. */
  keywords?: string;
  icon: LucideIcon;
  /** Any one of these allows it; left out, each user who may open the screen has it. */
  scopes?: string[];
  /** Where it leads, if not to the screen. */
  href?: string;
  /** Done once the screen is shown, which tells how it goes on. */
  run?: (client: QueryClient) => Promise<unknown>;
}

export interface ScreenPalette {
  /** The screen's. */
  entry: Entry;
  /** What there is for some words, which are never empty. The editor's palette finds it too. */
  find?: (words: string) => Query<FoundRecord[]>;
  actions?: PaletteAction[];
}

export function definePalette(palette: ScreenPalette): ScreenPalette {
  return palette;
}

/** What the screen finds, as one of the sources of a palette. */
export const sourceOf = ({ entry, find }: ScreenPalette): Source | undefined =>
  find && {
    id: addressOf(entry),
    title: entry.many,
    icon: entry.icon,
    find,
    recordsOf: (found) => found as FoundRecord[],
  };
