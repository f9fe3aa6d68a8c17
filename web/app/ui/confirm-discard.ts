import { t } from '@lingui/core/macro';
import { confirm } from './confirm.tsx';

/** Asks before what was typed into a form is thrown away. */
export function confirmDiscard(): Promise<boolean> {
  return confirm({
    title: t`Unsaved changes`,
    message: t`Close this form and discard what you changed in it?`,
    confirmLabel: t`Discard`,
    cancelLabel: t`Keep editing`,
    isDangerous: true,
  });
}
