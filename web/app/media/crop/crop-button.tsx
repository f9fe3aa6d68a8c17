/** Opens the dialog in which an image is cropped for one use of it. */
import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { Crop } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { FileRecord } from '../../api/files.ts';
import { loadableDialog } from '../../ui/load-failure.tsx';
import type { CropDialogProps } from './crop-dialog.tsx';

const CropDialog = loadableDialog(async () => (await import('./crop-dialog.tsx')).CropDialog);

type CropButtonProps = Pick<CropDialogProps, 'crop' | 'shape' | 'onApply'> & { file: FileRecord };

/** Nothing for a drawing, which has no pixels to be cut. */
export function CropButton({ file, ...given }: CropButtonProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const { width, height } = file;
  if (!width || !height || file.type !== 'image') return null;
  return (
    <>
      <Button size="xs" leftSection={<Crop size={15} aria-hidden />} onClick={() => setOpen(true)}>
        {t`Crop…`}
      </Button>
      {isOpen && (
        <CropDialog file={file} size={{ width, height }} {...given} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
