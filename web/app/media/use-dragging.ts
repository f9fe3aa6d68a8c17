/** Files that are dragged: from the desktop into the library, and from one folder to another. */
import { type DragEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { isTyping } from '../ui/list-search.tsx';
import { canGoInto } from './folder-dialogs.tsx';
import { droppedFiles, type Found, hasFiles, pastedFiles } from './uploads/dropped.ts';
import { placeOf } from './use-file-actions.ts';
import type { Item } from './use-listing.ts';
import type { Choosing } from './use-selection.ts';

/** What is dragged within the library; a browser tells its data only at the drop. */
const OWN = 'application/x-pagewright-files';

interface Dragging {
  folder: string;
  choosing: Choosing;
  upload: (found: Found[], folder: string) => void;
  move: (items: readonly Item[], folder: string) => void;
}

export function useDragging({ folder, choosing, upload, move }: Dragging) {
  const dragged = useRef<readonly Item[]>([]);
  const [isOver, setOver] = useState(false);
  const isOwn = (event: DragEvent) => event.dataTransfer.types.includes(OWN);
  const isFromDesktop = (event: DragEvent) => hasFiles(event.dataTransfer) && !isOwn(event);

  const canDropOn = (into: string, event: DragEvent) =>
    isOwn(event)
      ? canGoInto(dragged.current, into) && dragged.current.some((item) => placeOf(item) !== into)
      : hasFiles(event.dataTransfer);
  const onDropOn = (into: string, event: DragEvent) => {
    setOver(false);
    if (isOwn(event)) return move(dragged.current, into);
    void droppedFiles(event.dataTransfer).then((found) => {
      if (found.length > 0) upload(found, into);
    });
  };
  return {
    isOver,
    canDropOn,
    onDropOn,
    onDragStart: (item: Item, event: DragEvent) => {
      const isChosen = choosing.selection.keys.has(item.key);
      dragged.current = isChosen ? choosing.items : [item];
      event.dataTransfer.setData(OWN, String(dragged.current.length));
      event.dataTransfer.effectAllowed = 'move';
    },
    /** For the whole of the library: what is dropped beside a folder goes into the one that is open. */
    around: {
      onDragEnter: (event: DragEvent) => isFromDesktop(event) && setOver(true),
      onDragOver: (event: DragEvent) => {
        if (!isFromDesktop(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
      },
      onDragLeave: (event: DragEvent<HTMLElement>) => {
        // Not when it goes on to something within.
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      },
      onDrop: (event: DragEvent) => {
        if (!isFromDesktop(event)) return;
        event.preventDefault();
        onDropOn(folder, event);
      },
    },
  };
}

/** Images that are pasted go into the folder that is open. */
export function usePaste(upload: (found: Found[]) => void): void {
  const take = useEffectEvent((event: ClipboardEvent) => {
    if (isTyping(event.target)) return;
    const found = pastedFiles(event.clipboardData);
    if (found.length === 0) return;
    event.preventDefault();
    upload(found);
  });
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => take(event);
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, []);
}
