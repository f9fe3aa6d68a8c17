/**
 * The addresses of the screen and of its frame. A link that is followed in the frame, and the browser's back button, move
 * the frame first: the screen follows, or puts the frame back where somebody stays with what is not saved.
 */
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { queryClient } from '../api/query-client.ts';
import { addressOf, putFrameBack } from './canvas/frame.ts';
import type { Editing } from './context.tsx';
import { closeUnlessAt, wouldLose } from './saving/leaving.ts';
import { pageRenderOptions, pathOf } from './saving/page-api.ts';
import { useLeaving } from './use-leaving.ts';

/** `onArrived` is given the path of each page that the frame has come to. */
export function useFrameAddress(editing: Editing, onArrived: (path: string) => void) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const [frameTitle, setFrameTitle] = useState('');
  /** Where somebody has chosen not to go, until the frame is back at the screen's address. */
  const declined = useRef<string>(undefined);
  const arrivals = useRef(0);
  const address = pathname + search;
  const current = useEffectEvent(() => address);
  const arrived = useEffectEvent(onArrived);

  // The router has arrived. Before that the changes may still be asked about, and there is nothing else of them.
  useEffect(() => closeUnlessAt(editing.editor, pathname), [editing, pathname]);

  useLeaving(editing, () => {
    const { frame } = editing.frame.getState();
    const path = frame && pathOf(addressOf(frame));
    if (path && path !== pathOf(address) && putFrameBack(editing.frame, address)) declined.current = path;
  });

  const onNavigated = useCallback(
    async (to: string, title: string) => {
      const path = pathOf(to);
      setFrameTitle(title);
      if (path === pathOf(current())) declined.current = undefined;
      // The server leads there from the screen's own address: asking once more would never end.
      else if (path === declined.current) return;
      arrivals.current += 1;
      const arrival = arrivals.current;
      if (wouldLose(editing.editor, path) && (await isOpenPage(editing, path))) editing.editor.setUrl(path);
      if (arrival !== arrivals.current) return;
      if (to !== current()) void navigate(to, { replace: true });
      arrived(path);
    },
    [editing, navigate],
  );
  return { address, frameTitle, onNavigated };
}

/** Whether the page at a path is the one that is open: somebody may have given it another address. */
async function isOpenPage({ editor }: Editing, path: string): Promise<boolean> {
  const read = queryClient.fetchQuery({ ...pageRenderOptions(path), staleTime: 0, retry: false });
  const found = await read.catch(() => undefined);
  return found !== undefined && 'page' in found && found.page.id === editor.get().base?.page.id;
}
