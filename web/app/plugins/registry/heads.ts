import type { PluginHead } from '../contract.ts';
import { byRef } from './by-ref.ts';

/** What plugins add to the head of their page. For the server only: head.ts of each plugin. */
export const heads: ReadonlyMap<string, PluginHead> = byRef(
  import.meta.glob<PluginHead>('../*/head.ts', { eager: true, import: 'default' }),
);
