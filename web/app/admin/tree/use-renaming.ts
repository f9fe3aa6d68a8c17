/** Gives a record of a tree another name in its row, with the way back. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from '../../ui/toast.ts';
import type { Resource, ResourceTree } from '../define-resource.ts';

interface Renaming<Row> {
  renaming: string | undefined;
  startRenaming: (row: Row) => void;
  finishRenaming: (row: Row, name: string | undefined) => void;
}

export function useRenaming<Row>(resource: Resource<Row>, { rename }: ResourceTree<Row>): Renaming<Row> {
  const queryClient = useQueryClient();
  const [renaming, setRenaming] = useState<string>();
  const { idOf, nameOf, invalidates } = resource;

  const attempt = async (row: Row, name: string): Promise<Row | undefined> => {
    try {
      return await rename?.run(row, name);
    } catch (error) {
      toast.error(error);
    } finally {
      await Promise.all(invalidates.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
    }
  };
  return {
    renaming,
    startRenaming: (row) => setRenaming(rename && idOf(row)),
    finishRenaming: async (row, name) => {
      setRenaming(undefined);
      if (!rename || !name) return;
      const before = nameOf(row);
      const after = await attempt(row, name);
      if (after) toast.undo(rename.done(name, before), { onUndo: () => void attempt(after, before) });
    },
  };
}
