/** Where one file goes: chosen from the library, dropped or pasted right here, which uploads it. */
import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { FolderOpen } from 'lucide-react';
import { type ClipboardEvent, type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { FileRecord } from '../../api/files.ts';
import { type Kind, mayBe } from '../../media/kinds.ts';
import { pickFile } from '../../media/picker/pick-files.ts';
import { droppedFiles, type Found, hasFiles, pastedFiles } from '../../media/uploads/dropped.ts';
import { upload } from '../../media/uploads/queue.ts';
import { useUploadPanel } from '../../media/uploads/use-upload-panel.ts';
import { useMayUseLibrary } from '../../media/use-may-use-library.ts';
import { Loading } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import { useLatest } from '../../ui/use-latest.ts';
import styles from './file-drop.module.css';

interface FileDropProps {
  /** What may be put here; left out, any file. */
  types?: readonly Kind[];
  isReadOnly?: boolean;
  onFile: (file: FileRecord) => void;
  /** What is there already. */
  children?: ReactNode;
  /** Beside the button that opens the library. */
  actions?: ReactNode;
}

/** Whether the component is still drawn. */
function useIsHere() {
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return isHere;
}

export function FileDrop({ types, isReadOnly, onFile, children, actions }: FileDropProps): ReactNode {
  const [isOver, setOver] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const mayUse = useMayUseLibrary();
  const canTake = mayUse && !isReadOnly;
  useUploadPanel(canTake);
  // What is beside it in the form goes on being changed meanwhile.
  const latest = useLatest(onFile);
  const isHere = useIsHere();
  const take = async (found: Found[]) => {
    const fits = found.find(({ file }) => !types || mayBe(types, file.type));
    if (!fits) return void toast.error(t`Files of this type are not accepted here.`);
    setBusy(true);
    const [file] = await upload([fits], '');
    setBusy(false);
    if (!file || (types && !types.includes(file.type))) return;
    if (isHere.current) return latest.current(file);
    const { name } = file;
    toast.show({ message: t`“${name}” is in the media library. It was not used: the form was closed.` });
  };
  const pick = async () => {
    const file = await pickFile({ types });
    if (file) latest.current(file);
  };
  const drop = {
    onDragOver: (event: DragEvent) => {
      if (!hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      if (!hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      event.stopPropagation();
      setOver(false);
      void droppedFiles(event.dataTransfer).then((found) => {
        if (found.length > 0) void take(found);
      });
    },
    onPaste: (event: ClipboardEvent) => {
      const found = pastedFiles(event.clipboardData);
      if (found.length === 0) return;
      event.preventDefault();
      void take(found);
    },
  };
  const what = types?.length === 1 && types[0] === 'image' ? t`an image` : t`a file`;
  return (
    <div className={styles.drop} data-over={isOver || undefined} {...(canTake && drop)}>
      {isBusy ? <Loading label={t`Uploading`} /> : children}
      {!isReadOnly && (
        <div className={styles.actions}>
          {mayUse && (
            <Button size="xs" leftSection={<FolderOpen size={15} aria-hidden />} onClick={() => void pick()}>
              {children ? t`Replace…` : t`Choose from the library`}
            </Button>
          )}
          {actions}
        </div>
      )}
      {!isReadOnly && !children && !isBusy && (
        <p className={styles.hint}>
          {mayUse ? t`or drop or paste ${what} here` : t`Only editors can use the media library.`}
        </p>
      )}
    </div>
  );
}
