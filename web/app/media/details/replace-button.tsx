/** Gives a file another content; its address, its name and all pages that show it stay. It can be undone. */
import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { Replace } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { type FileRecord, replaceContent } from '../../api/files.ts';
import { useContentChange } from './use-content-change.ts';

export function ReplaceButton({ file }: { file: FileRecord }): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const change = useContentChange();
  const replace = async (content: File) => {
    setBusy(true);
    await change(t`“${file.name}” was replaced.`, () => replaceContent(file, content));
    setBusy(false);
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
