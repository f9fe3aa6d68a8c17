import { useCallback, useState } from 'react';

function read(key: string): string[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

/**
 * Which rows of a tree are open; in this tab they stay so until it is closed. Where they start open, those that were closed
 * are kept instead.
 */
export function useOpenRows(path: string, startsOpen = false) {
  const key = `admin-tree:${path}`;
  const [changed, setAll] = useState<ReadonlySet<string>>(() => new Set(read(key)));
  const setOpen = useCallback(
    (id: string, isOpen: boolean) =>
      setAll((before) => {
        const next = new Set(before);
        if (isOpen !== startsOpen) next.add(id);
        else next.delete(id);
        sessionStorage.setItem(key, JSON.stringify([...next]));
        return next;
      }),
    [key, startsOpen],
  );
  return { isOpen: (id: string) => changed.has(id) !== startsOpen, setOpen };
}
