/** Several forms on one screen, one warning: each says here whether it holds unsaved changes. So does an open dialog. */
import { createContext, type ReactNode, useContext, useEffect, useId, useRef } from 'react';
import { useLeaveWarning } from '../ui/leave-warning.ts';
import { hasUnsavedDialog } from '../ui/unsaved-dialogs.ts';

type Ask = () => boolean;

const Unsaved = createContext<Map<string, Ask> | null>(null);

export function UnsavedForms({ children }: { children: ReactNode }) {
  const forms = useRef(new Map<string, Ask>());
  useLeaveWarning(() => hasUnsavedDialog() || [...forms.current.values()].some((isDirty) => isDirty()));
  return <Unsaved value={forms.current}>{children}</Unsaved>;
}

/** `isDirty` is asked when somebody leaves. */
export function useUnsaved(isDirty: Ask): void {
  const forms = useContext(Unsaved);
  const id = useId();
  useEffect(() => {
    if (!forms) return;
    forms.set(id, isDirty);
    return () => void forms.delete(id);
  });
}
