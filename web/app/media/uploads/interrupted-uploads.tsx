/** Above the files of a folder: uploads into it that ended with their page. */
import type { ReactNode } from 'react';
import type { Interrupted } from './interrupted.ts';
import { InterruptedNotice } from './interrupted-notice.tsx';
import { useUploads } from './uploads.ts';

interface InterruptedUploadsProps {
  folder: string;
  /** Lets somebody choose files of their disk. */
  onChoose: () => void;
}

export function InterruptedUploads({ folder, onChoose }: InterruptedUploadsProps): ReactNode {
  const uploads = useUploads((state) => state.uploads);
  // What failed in this tab has its own way to go on.
  const isGoingOn = (one: Interrupted) =>
    uploads.some(
      ({ state, name, folder, replaces }) =>
        state !== 'done' && !replaces && name === one.name && folder === one.folder,
    );
  return (
    <InterruptedNotice
      isMany
      isHere={(one) => one.folder === folder && !isGoingOn(one)}
      lookAgain={uploads.map(({ id, state }) => `${id} ${state}`).join()}
      onChoose={onChoose}
    />
  );
}
