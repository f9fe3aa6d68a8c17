/** Gives a file another content; its address, its name and all pages that show it stay. It can be undone. */
import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { Replace } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import type { FileRecord } from '../../api/files.ts';
import { uploadContent } from '../uploads/queue.ts';
import { useUploads } from '../uploads/uploads.ts';
import { useContentChange } from './use-content-change.ts';

interface ReplaceButtonProps {
  file: FileRecord;
  /** The control that lets somebody choose a file of their disk. */
  chooser: RefObject<HTMLInputElement | null>;
}

export function ReplaceButton({ file, chooser }: ReplaceButtonProps): ReactNode {
  const isBusy = useUploads(({ uploads }) =>
    uploads.some(({ replaces, state }) => replaces === file.id && state !== 'done' && state !== 'failed'),
  );
  const { change, refresh } = useContentChange(file);
  const replace = (content: File) =>
    change(t`“${file.name}” was replaced.`, () => uploadContent(file, content, { onFailure: refresh }));
  return (
    <>
      <input
        ref={chooser}
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
        onClick={() => chooser.current?.click()}
      >
        {t`Replace…`}
      </Button>
    </>
  );
}
