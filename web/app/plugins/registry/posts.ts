import type { PluginPost } from '../contract.ts';
import { byRef } from './by-ref.ts';

/** What answers plugins' forms. For the server only: post.ts of each plugin. */
export const posts: ReadonlyMap<string, PluginPost> = byRef(
  import.meta.glob<PluginPost>('../*/post.ts', { eager: true, import: 'default' }),
);
