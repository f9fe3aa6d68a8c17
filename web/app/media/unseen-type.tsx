/**
 * Says of an image that visitors do not get it: phones make HEIC, which nothing here converts. None is uploaded any more; it
 * is one of an earlier release.
 */
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { FileRecord } from '../api/files.ts';
import { Caution } from '../ui/caution.tsx';

export function UnseenType({ file }: { file: Pick<FileRecord, 'mimeType'> }): ReactNode {
  if (file.mimeType !== 'image/heic') return null;
  return <Caution>{t`Visitors are not shown HEIC images. Upload it as JPEG, PNG or WebP.`}</Caution>;
}
