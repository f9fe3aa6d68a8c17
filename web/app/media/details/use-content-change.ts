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

export function useContentChange() {
  const client = useQueryClient();
  const act = async (work: () => Promise<FileRecord>): Promise<FileRecord | undefined> => {
    try {
      const file = await work();
      client.setQueryData(getFileOptions(file.id).queryKey, file);
      return file;
    } catch (error) {
      toast.error(error);
      return undefined;
    } finally {
      await client.invalidateQueries({ queryKey: filesKey });
    }
  };
  /** `done` is said of it. */
  return async (done: string, work: () => Promise<FileRecord>): Promise<void> => {
    const file = await act(work);
    if (!file) return;
    const { id } = file;
    // The very content that was there, on whatever version is there then: what is said of the file meanwhile stays.
    const former = await client
      .fetchQuery({ ...listFormerContentsOptions(id), staleTime: 0 })
      .catch(() => undefined);
    const before = former?.[0]?.id;
    if (before)
      toast.undo(done, { onUndo: () => void act(async () => restoreContent(await readFile(id), before)) });
    else toast.success(done);
  };
}
