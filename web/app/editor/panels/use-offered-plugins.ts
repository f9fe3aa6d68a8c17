import { useMemo } from 'react';
import type { PluginManifest } from '../../plugins/contract.ts';
import { readStoredClaims } from '../../session/claims.ts';
import { useEditorState } from '../context.tsx';
import { offeredPlugins } from './offers.ts';

/** The plugins that this editor can put on this page. */
export function useOfferedPlugins(): PluginManifest[] {
  const site = useEditorState((state) => state.base?.site);
  // As text: the list of plugins is a new one with every step of an edit.
  const kinds = useEditorState((state) => state.page?.page.plugins.map(({ ref }) => ref).join(' ') ?? '');
  return useMemo(() => {
    const present = new Set(kinds.split(' '));
    return offeredPlugins(site, { scopes: readStoredClaims()?.scopes ?? [], present });
  }, [site, kinds]);
}
