import type { LucideIcon } from 'lucide-react';
import { byRef } from './by-ref.ts';

/** What plugins look like in the editor's lists; a plugin without one looks like a piece of a puzzle. */
export const icons: ReadonlyMap<string, LucideIcon> = byRef(
  import.meta.glob<LucideIcon>('../*/icon.ts', { eager: true, import: 'default' }),
);
