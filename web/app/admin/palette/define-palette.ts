/**
 * What the command palette has of a screen beside the records of its list: what it finds there, and what can be done at
 * once. `web/app/admin/<name>/palette.ts` is found by glob and loaded when the palette is opened, for those to whom the
 * screen is open.
 */
import type { QueryClient } from '@tanstack/react-query';
import type { LucideIcon } from 'lucide-react';
import type { Query } from '../define-resource.ts';

/** Of each kind. */
export const MOST_FOUND = 5;

export interface FoundRecord {
  id: string;
  label: string;
  detail?: string;
  /** An address outside the admin screens is loaded, one inside is navigated to. */
  href: string;
}

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
  /** What there is for some words, which are never empty. */
  find?: (words: string) => Query<FoundRecord[]>;
  actions?: PaletteAction[];
}

export function definePalette(palette: ScreenPalette): ScreenPalette {
  return palette;
}
