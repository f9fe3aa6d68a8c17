/** Gives a file another content; its address, its name and all pages that show it stay. It can be undone. */
import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Replace } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import {
  type FileRecord,
  filesKey,
  getFileOptions,
  replaceContent,
  restoreContent,
} from '../../api/files.ts';
import { toast } from '../../ui/toast.ts';

export function ReplaceButton({ file }: { file: FileRecord }): ReactNode {
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const act = async (work: () => Promise<FileRecord>): Promise<boolean> => {
    setBusy(true);
    try {
      client.setQueryData(getFileOptions(file.id).queryKey, await work());
      await client.invalidateQueries({ queryKey: filesKey });
      return true;
    } catch (error) {
      toast.error(error);
      return false;
    } finally {
      setBusy(false);
    }
  };
  const replace = async (content: File) => {
    const isDone = await act(() => replaceContent(file, content));
    if (isDone)
      toast.undo(t`“${file.name}” was replaced.`, { onUndo: () => void act(() => restoreContent(file)) });
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        data-upload="replacement"
        accept={file.type === 'image' ? 'image/*' : undefined}
        onChange={({ currentTarget }) => {
          const [content] = currentTarget.files ?? [];
          if (content) void replace(content);
          currentTarget.value = '';
        }}
      />
      <Button
        size="xs"
        loading={isBusy}
        leftSection={<Replace size={14} aria-hidden />}
        onClick={() => input.current?.click()}
      >
        {t`Replace…`}
      </Button>
    </>
  );
}
