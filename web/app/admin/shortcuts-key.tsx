/** `?` shows the shortcuts, wherever it is no letter; the list is loaded then. */
import { type ReactNode, useEffect, useState } from 'react';
import { isAnyPressed } from '../shortcuts/pressed.ts';
import { isTyping } from '../ui/list-search.tsx';
import { loadableDialog } from '../ui/load-failure.tsx';
import { ADMIN_KEYS, SHORTCUTS } from './shortcuts.ts';
import { useShortcutsDialog } from './use-shortcuts-dialog.ts';

const ShortcutsDialog = loadableDialog(
  async () => (await import('../shortcuts/shortcuts-dialog.tsx')).ShortcutsDialog,
);

export function ShortcutsKey(): ReactNode {
  const { isOpen, setOpen } = useShortcutsDialog();
  const [wasOpen, setWasOpen] = useState(false);
  if (isOpen && !wasOpen) setWasOpen(true);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isTyping(event.target)) return;
      if (!isAnyPressed(event, ADMIN_KEYS.shortcuts.keys)) return;
      // A dialog has all keys.
      if ((event.target as Element | null)?.closest?.('[role="dialog"]')) return;
      event.preventDefault();
      setOpen(true);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [setOpen]);
  return wasOpen && <ShortcutsDialog opened={isOpen} onClose={() => setOpen(false)} groups={SHORTCUTS} />;
}
