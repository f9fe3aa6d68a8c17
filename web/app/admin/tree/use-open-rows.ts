import { useCallback, useState } from 'react';

function read(key: string): string[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

/** Which rows of a tree are open; in this tab they stay so until it is closed. */
export function useOpenRows(path: string) {
  const key = `admin-tree:${path}`;
  const [open, setAll] = useState<ReadonlySet<string>>(() => new Set(read(key)));
  const setOpen = useCallback(
    (id: string, isOpen: boolean) =>
      setAll((before) => {
        const next = new Set(before);
        if (isOpen) next.add(id);
        else next.delete(id);
        sessionStorage.setItem(key, JSON.stringify([...next]));
        return next;
      }),
    [key],
  );
  return { isOpen: (id: string) => open.has(id), setOpen };
}
