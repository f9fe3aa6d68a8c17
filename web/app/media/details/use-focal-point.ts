/** Moves the focal point of an image. One press on the picture does it, so there is a way back, to before a run of moves. */
import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { type FileRecord, filesKey, getFileOptions, readFile, updateFile } from '../../api/files.ts';
import { toast, useToasts } from '../../ui/toast.ts';
import type { Point } from '../shapes.ts';
import { bodyOf, saidOf } from './edits.ts';

export function useFocalPoint(file: FileRecord, save: (edit: { focalPoint: Point }) => void) {
  const client = useQueryClient();
  const run = useRef<{ toast: number; before: Point | undefined }>(undefined);
  /** Also once the details are closed. */
  const undo = async (before: Point | undefined) => {
    try {
      const present = await readFile(file.id);
      const restored = await updateFile(present, bodyOf(present, { focalPoint: before }));
      client.setQueryData(getFileOptions(file.id).queryKey, restored);
      await client.invalidateQueries({ queryKey: filesKey });
    } catch (error) {
      toast.error(error);
    }
  };
  return (focalPoint: Point) => {
    const last = run.current;
    const isOpen = useToasts.getState().toasts.some(({ id }) => id === last?.toast);
    const before = last && isOpen ? last.before : saidOf(file).focalPoint;
    save({ focalPoint });
    if (last && isOpen) toast.close(last.toast);
    const id = toast.undo(t`The focal point was moved.`, { onUndo: () => void undo(before) });
    run.current = { toast: id, before };
  };
}
