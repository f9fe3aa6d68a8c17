/**
 * Draws what the library shows over other screens: the dialog to pick from, and the uploads that are under way. Both are
 * loaded when they are first wanted. Once around a screen, as editor and admin have it.
 */
import type { ReactNode } from 'react';
import { loadable, loadableDialog } from '../ui/load-failure.tsx';
import { usePickings } from './picker/pick-files.ts';
import { useUploads } from './uploads/uploads.ts';

const PickerDialog = loadableDialog(async () => (await import('./picker/picker-dialog.tsx')).PickerDialog);
const UploadPanel = loadable(async () => (await import('./uploads/upload-panel.tsx')).UploadPanel);

export function MediaHost(): ReactNode {
  const asked = usePickings((state) => state.asked);
  const isUploading = useUploads((state) => state.uploads.length > 0);
  return (
    <>
      {asked.map(({ answer, ...picking }) => (
        <PickerDialog key={picking.id} {...picking} />
      ))}
      {isUploading && <UploadPanel />}
    </>
  );
}
