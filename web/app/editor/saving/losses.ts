/** Says what did not survive that somebody else changed the page. */
import { t } from '@lingui/core/macro';
import { toast } from '../../ui/toast.ts';
import type { Lost } from '../store/editor-state.ts';

export function sayLost({ dropped, unreachable }: Lost): void {
  if (dropped.length > 0) {
    toast.show({
      kind: 'danger',
      message: t`Some of your changes no longer fit the page as others have left it.`,
      detail: labelsOf(dropped),
    });
  }
  if (unreachable.length > 0) {
    toast.show({
      message: t`Some steps can no longer be undone, because somebody else changed the same parts.`,
      detail: labelsOf(unreachable),
    });
  }
}

function labelsOf(changes: readonly { label: string }[]): string {
  return [...new Set(changes.map((change) => change.label))].join(', ');
}
