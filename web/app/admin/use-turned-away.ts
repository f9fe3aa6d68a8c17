/** Says which screen somebody asked for that is not open to them, where they were led in place of it. */
import { t } from '@lingui/core/macro';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { takeTurnedAway } from '../session/turned-away.ts';
import { READING_TIME, toast } from '../ui/toast.ts';
import { findEntry } from './resources.ts';

export function useTurnedAway(): void {
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked anew after each step, which may have been led elsewhere
  useEffect(() => {
    const pathname = takeTurnedAway();
    if (pathname === null) return;
    const name = findEntry(pathname)?.entry.many ?? pathname;
    toast.show({
      message: t`You cannot open “${name}”.`,
      detail: t`You do not have sufficient permissions. Ask an administrator for access.`,
      duration: READING_TIME,
    });
  }, [key]);
}
