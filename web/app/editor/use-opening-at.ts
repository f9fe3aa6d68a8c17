/**
 * A link to a plugin on a page, `/about#plugin=<id>`, opens the page for editing with that plugin selected; `/about#edit`
 * opens it as Edit does.
 */
import { t } from '@lingui/core/macro';
import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Id } from '../page/types.ts';
import { toast } from '../ui/toast.ts';
import type { Editing } from './context.tsx';
import { placesOf } from './places/places.ts';

/** `pageId` is undefined until the page has been read. */
export function useOpeningAt(
  editing: Editing,
  pageId: Id | undefined,
  startEditing: () => Promise<void>,
): void {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const asked = new URLSearchParams(hash.slice(1));
  const wanted = asked.get('plugin') ?? (asked.has('edit') ? '' : null);
  const open = useEffectEvent(async (pluginId: Id | '') => {
    // Taken from the address first: going back to it or reloading is not another request.
    await navigate(pathname + search, { replace: true });
    await startEditing();
    const { page } = editing.editor.get();
    if (!page || !pluginId) return;
    const places = [...placesOf(page.page).values()];
    const place = places.find(({ node }) => node.type === 'plugin' && node.pluginId === pluginId);
    if (place) editing.focusNode(place.node.id);
    else toast.show({ message: t`This plugin is not on the page any more.` });
  });
  useEffect(() => {
    if (pageId && wanted !== null) void open(wanted);
  }, [pageId, wanted]);
}
