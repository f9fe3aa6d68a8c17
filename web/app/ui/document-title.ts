import { useEffect } from 'react';

/** Titles the browser tab: the screen first, because tabs cut off the end. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Pagewright`;
  }, [title]);
}
