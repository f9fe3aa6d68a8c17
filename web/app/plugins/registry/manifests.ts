import type { PluginManifest } from '../contract.ts';
import { byRef } from './by-ref.ts';

/** What every plugin is called and which fields it has. Small: the palette and the server need all of them. */
export const manifests: ReadonlyMap<string, PluginManifest> = byRef(
  import.meta.glob<PluginManifest>('../*/manifest.ts', { eager: true, import: 'default' }),
);
