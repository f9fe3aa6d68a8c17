/** A copy of a record made from its row in a list, with the way back. */
import { t } from '@lingui/core/macro';
import { Copy } from 'lucide-react';
import { toast } from '../ui/toast.ts';
import type { MenuAction } from './define-resource.ts';

const MOST_CHARACTERS = 200;

/** What a copy is called; as long as names may be. */
export const nameOfCopy = (name: string) => t`Copy of ${name}`.slice(0, MOST_CHARACTERS).trim();

interface Duplicating<Row> {
  name: string;
  make: (name: string) => Promise<Row>;
  /** Resolves when it is gone. */
  remove: (copy: Row) => Promise<unknown>;
}

/** The menu's entry that makes a copy. */
export function duplicating<Row>({ name, make, remove }: Duplicating<Row>): MenuAction {
  return {
    label: t`Duplicate`,
    icon: Copy,
    onSelect: (refresh) => {
      const called = nameOfCopy(name);
      const act = async () => {
        const copy = await make(called);
        await refresh();
        toast.undo(t`“${called}” was created.`, {
          onUndo: () => void attempt(() => remove(copy).then(refresh)),
        });
      };
      void attempt(act);
    },
  };
}

async function attempt(act: () => Promise<unknown>): Promise<void> {
  try {
    await act();
  } catch (error) {
    toast.error(error);
  }
}
