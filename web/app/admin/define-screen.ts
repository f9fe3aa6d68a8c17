/**
 * An admin screen that is no list with records: a tree, a library, a report. It is declared in `screen.tsx` beside its
 * `entry.ts`, found by glob and loaded when it is opened. Navigation, areas and permissions are the entry's, as for
 * resources; all that is seen of the screen is its own.
 */
import type { ComponentType } from 'react';
import type { Place } from './define-entry.ts';

export interface OwnScreen extends Place {
  /** What is at the entry's address, its head (`PageHeader`) included. */
  Main: ComponentType;
  /** What is one step below it: `/cms-admin/templates/{id}`. Left out, nothing is. */
  Below?: ComponentType<{ id: string }>;
}

export function defineScreen(screen: OwnScreen): OwnScreen {
  return screen;
}

export const isOwnScreen = (loaded: object): loaded is OwnScreen => 'Main' in loaded;
