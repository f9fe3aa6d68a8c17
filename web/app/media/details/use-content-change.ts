/** Gives a file another content, or one that it had. What was there before can be brought back by the message's button. */
import { useQueryClient } from '@tanstack/react-query';
import {
  type FileRecord,
  filesKey,
  getFileOptions,
  listFormerContentsOptions,
  readFile,
  restoreContent,
} from '../../api/files.ts';
import { toast } from '../../ui/toast.ts';

export function useContentChange({ id }: Pick<FileRecord, 'id'>) {
  const client = useQueryClient();
  const { queryKey } = getFileOptions(id);
  /** Reads it as it is now: what is asked of it next goes by that. */
  const refresh = () => void client.invalidateQueries({ queryKey });
  const act = async (work: () => Promise<FileRecord | undefined>): Promise<FileRecord | undefined> => {
    try {
      const file = await work();
      if (file) client.setQueryData(queryKey, file);
      return file;
    } catch (error) {
      toast.error(error);
      refresh();
      return undefined;
    } finally {
      await client.invalidateQueries({ queryKey: filesKey });
    }
  };
  /** `done` is said of it; nothing where there is no file, because it was given up. */
  const change = async (done: string, work: () => Promise<FileRecord | undefined>): Promise<void> => {
    if (!(await act(work))) return;
    // The very content that was there, on whatever version is there then: what is said of the file meanwhile stays.
    const former = await client
      .fetchQuery({ ...listFormerContentsOptions(id), staleTime: 0 })
      .catch(() => undefined);
    const before = former?.[0]?.id;
    if (before)
      toast.undo(done, { onUndo: () => void act(async () => restoreContent(await readFile(id), before)) });
    else toast.success(done);
  };
  return { change, refresh };
}
