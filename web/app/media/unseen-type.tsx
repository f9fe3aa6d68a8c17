/** Says of an image that browsers cannot draw it: phones make HEIC, which nothing here converts, and few browsers know. */
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { FileRecord } from '../api/files.ts';
import { Caution } from '../ui/caution.tsx';

export function UnseenType({ file }: { file: Pick<FileRecord, 'mimeType'> }): ReactNode {
  if (file.mimeType !== 'image/heic') return null;
  return <Caution>{t`Most browsers cannot show HEIC images. Upload it as JPEG, PNG or WebP.`}</Caution>;
}
