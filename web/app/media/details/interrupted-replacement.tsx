/** An upload that was to replace a file's content, and ended with its page. */
import type { ReactNode } from 'react';
import type { FileRecord } from '../../api/files.ts';
import { contentKey } from '../uploads/content.ts';
import { InterruptedNotice } from '../uploads/interrupted-notice.tsx';
import { useUploads } from '../uploads/uploads.ts';

interface InterruptedReplacementProps {
  file: FileRecord;
  /** Lets somebody choose a file of their disk. */
  onChoose: () => void;
}

export function InterruptedReplacement({ file, onChoose }: InterruptedReplacementProps): ReactNode {
  const uploads = useUploads((state) => state.uploads);
  // What failed in this tab has its own way to go on.
  const isGoingOn = uploads.some(({ replaces, state }) => replaces === file.id && state !== 'done');
  return (
    <InterruptedNotice
      isHere={({ replaces }) => !isGoingOn && replaces === contentKey(file)}
      lookAgain={uploads.map(({ id, state }) => `${id} ${state}`).join()}
      onChoose={onChoose}
    />
  );
}
