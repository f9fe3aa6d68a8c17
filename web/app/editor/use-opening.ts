/** From viewing a page to having it open for editing, caret and all. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { ProblemError } from '../api/problem.ts';
import { queryClient } from '../api/query-client.ts';
import type { Id, PageRender } from '../page/types.ts';
import { isInlineEditable } from '../plugins/registry/editors.ts';
import { useSessionStore } from '../session/session-store.ts';
import { toast } from '../ui/toast.ts';
import { isBlank } from './canvas/blank.ts';
import { elementOf, loadedFrame } from './canvas/frame.ts';
import { kindsOf, loadParts } from './canvas/plugin-parts.ts';
import type { Editing } from './context.tsx';
import { loadAhead } from './load-ahead.ts';
import { placesOf } from './places/places.ts';
import { discardKept } from './saving/discard.ts';
import { hasKeptQueue, takeKeptQueue } from './saving/kept-queue.ts';
import { sayLost } from './saving/losses.ts';
import { pageRenderOptions } from './saving/page-api.ts';
import { refreshPage } from './saving/refresh-page.ts';
import { unsavedCount } from './store/queue.ts';

/** How to start editing the page at `pathname`, at the press of a button or because it was waiting for it. */
export function useOpening(editing: Editing, pathname: string) {
  const latest = useRef(pathname);
  latest.current = pathname;

  usePartsAhead(pathname);

  return useCallback(async () => {
    const { editor, viewAs } = editing;
    // What is edited is the whole page, in a frame that shows it as it is.
    if (viewAs.getState().viewAs) viewAs.set(undefined);
    const asked = latest.current;
    try {
      if (editor.get().page) begin(editing);
      else {
        // Pressed while the page is still loading, Edit waits for it: a caret needs a place.
        const [render] = await Promise.all([fetchPage(asked), loadedFrame(editing.frame)]);
        // Claims that have run out and are being renewed still name the user. Without one the session has ended, which its
        // notice says: nobody could save, and the changes could be kept for nobody.
        const userId = useSessionStore.getState().claims?.user;
        if (!render || !userId || latest.current !== asked || editor.get().page) return;
        open(editing, render, userId);
        loadAhead();
      }
      // What was read ahead opens at once; what has changed since comes while nothing is typed yet.
      await refreshPage(editing, asked);
    } catch (error) {
      explain(editing, error);
    }
  }, [editing]);
}

function open(editing: Editing, render: PageRender, userId: Id): void {
  const { editor } = editing;
  const kept = takeKeptQueue(userId, render.page.id);
  const dropped = editor.open(render, { userId, kept });
  begin(editing);
  sayLost({ dropped, unreachable: [] });
  if (unsavedCount(editor.get().queue) === 0) return;
  const ids = new Set(editor.unsaved().map(({ id }) => id));
  toast.show({
    kind: 'success',
    message: t`Your unsaved changes are back`,
    action: { label: t`Discard them`, onClick: () => void discardKept(editing, render.page.id, ids) },
  });
}

function begin(editing: Editing): void {
  editing.editor.setMode(firstCaret(editing) ?? { name: 'edit' });
}

async function fetchPage(pathname: string): Promise<PageRender | undefined> {
  const answer = await queryClient.ensureQueryData(pageRenderOptions(pathname));
  if (!('page' in answer)) return undefined;
  // All at once: a part that came later would move what is below it.
  await loadParts(kindsOf(answer.page), answer.site.language);
  return answer;
}

/** Reads the page at an address, and loads what it is edited with. Not waiting for the screen, which is drawn meanwhile. */
export function readAhead(pathname: string): void {
  // What fails here is tried again, and told, when it is wanted.
  fetchPage(pathname).catch(() => undefined);
  // Most pages have a text, and its editor outweighs all else: it does not wait for the page.
  import('../plugins/rich-text/rich-text.tsx').catch(() => undefined);
}

/** Loads what each page is edited with while it is viewed. */
function usePartsAhead(pathname: string): void {
  const { data } = useQuery(pageRenderOptions(pathname));
  useEffect(() => {
    if (data && 'page' in data) loadParts(kindsOf(data.page), data.site.language).catch(() => undefined);
  }, [data]);
}

function explain({ chrome }: Editing, error: unknown): void {
  if (error instanceof ProblemError && error.status === 404) {
    toast.show({
      message: t`There is no page at this address yet.`,
      action: { label: t`New page`, onClick: () => chrome.setState({ dialog: 'newPage' }) },
    });
  } else toast.error(error);
}

/**
 * In the page's first own text that has nothing in it yet, or behind the title of its first one: of those at its top that
 * are in view. Not on touch screens, where the keyboard would cover the page.
 */
function firstCaret({ editor, frame: frames }: Editing) {
  const { page } = editor.get();
  const { frame } = frames.getState();
  if (!page || !frame || window.matchMedia('(pointer: coarse)').matches) return undefined;
  let first: Id | undefined;
  for (const { node, owner } of placesOf(page.page).values()) {
    if (node.type !== 'plugin' || owner.kind !== 'page') continue;
    const plugin = page.plugins[node.pluginId];
    if (!plugin || !isInlineEditable(plugin.ref)) continue;
    const rect = elementOf(frame, node.id)?.getBoundingClientRect();
    const isInView = rect && rect.top >= 0 && rect.top < frame.window.innerHeight - 40;
    if (!isInView) break;
    if (isBlank(plugin)) return caretIn(node.id);
    first ??= node.id;
  }
  return first ? caretIn(first) : undefined;
}

const caretIn = (nodeId: Id) => ({ name: 'editPlugin' as const, nodeId, caret: 'afterTitle' as const });

/** Changes that were kept through a log-in are waiting for their page: it opens by itself. */
export function useKeptChanges(pageId: string | undefined, open: () => Promise<void>): void {
  const userId = useSessionStore(({ claims }) => claims?.user);
  useEffect(() => {
    if (pageId && userId && hasKeptQueue(userId, pageId)) void open();
  }, [pageId, userId, open]);
}
