import { useEffect } from 'react';
import { whenIdle } from '../../ui/when-idle.ts';

/** Loads what tells of uploads before there are any: the connection may be lost with the first of them. */
export function useUploadPanel(isWanted = true): void {
  useEffect(() => {
    let isOpen = isWanted;
    // What fails here is tried again, and told, when it is wanted.
    whenIdle(() => void (isOpen && import('./upload-panel.tsx').catch(() => undefined)));
    return () => {
      isOpen = false;
    };
  }, [isWanted]);
}
