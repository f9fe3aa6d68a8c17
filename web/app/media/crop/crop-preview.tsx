/** An image as a use of it shows it. */
import type { ReactNode } from 'react';
import type { FileRecord } from '../../api/files.ts';
import type { Area } from '../../page/image-crops.ts';
import { imageAddress } from '../addresses.ts';
import styles from './crop-preview.module.css';
import type { Pixels } from './use-crop-edits.ts';

interface CropPreviewProps {
  file: FileRecord;
  size: Pixels;
  part: Area;
  /** In rem: it fits into a square of so much. */
  within: number;
}

export function CropPreview({ file, size, part, within }: CropPreviewProps): ReactNode {
  const ratio = (size.width * part.width) / (size.height * part.height);
  return (
    <span
      className={styles.preview}
      style={{ width: `${Math.min(within, within * ratio)}rem`, aspectRatio: String(ratio) }}
    >
      <img
        src={imageAddress(file, part.width < 0.3 ? 'lg' : 'md')}
        {...size}
        alt=""
        style={{
          width: `${100 / part.width}%`,
          height: `${100 / part.height}%`,
          left: `${(-100 * part.left) / part.width}%`,
          top: `${(-100 * part.top) / part.height}%`,
        }}
      />
    </span>
  );
}
