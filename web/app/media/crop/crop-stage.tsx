/** The whole image with the part of it that is shown, and what it is held by. */
import { t } from '@lingui/core/macro';
import type { CSSProperties, ReactNode, RefObject } from 'react';
import { useFormats } from '#words/use-formats.ts';
import type { FileRecord } from '../../api/files.ts';
import type { Area } from '../../page/image-crops.ts';
import { imageAddress } from '../addresses.ts';
import mark from '../focal-mark.module.css';
import { CORNERS, type Handle, SIDES } from './crop-area.ts';
import styles from './crop-dialog.module.css';
import type { Pixels, useCropEdits } from './use-crop-edits.ts';

const NAMES: Record<Handle, () => string> = {
  nw: () => t`Top left corner`,
  ne: () => t`Top right corner`,
  se: () => t`Bottom right corner`,
  sw: () => t`Bottom left corner`,
  n: () => t`Top edge`,
  e: () => t`Right edge`,
  s: () => t`Bottom edge`,
  w: () => t`Left edge`,
};

interface CropStageProps {
  file: FileRecord;
  size: Pixels;
  edits: ReturnType<typeof useCropEdits>;
  stage: RefObject<HTMLDivElement | null>;
}

const percent = (share: number) => `${share * 100}%`;

const boxOf = ({ left, top, width, height }: Area): CSSProperties => ({
  left: percent(left),
  top: percent(top),
  width: percent(width),
  height: percent(height),
});

const at = (x: number, y: number): CSSProperties => ({ left: percent(x), top: percent(y) });

/** Where a handle is. */
function placeOf(handle: Handle, { left, top, width, height }: Area): CSSProperties {
  const x = handle.includes('w') ? 0 : handle.includes('e') ? 1 : 0.5;
  const y = handle.includes('n') ? 0 : handle.includes('s') ? 1 : 0.5;
  return at(left + x * width, top + y * height);
}

export function CropStage({ file, size, edits, stage }: CropStageProps): ReactNode {
  const formats = useFormats();
  const { crop, ratio, held } = edits;
  const number = (share: number) => formats.number(Math.round(share * 100));
  const [left, top] = [number(crop.left), number(crop.top)];
  const [width, height] = [number(crop.width), number(crop.height)];
  const [x, y] = [number(crop.focus?.x ?? 0), number(crop.focus?.y ?? 0)];
  return (
    <div className={styles.frame}>
      <div
        ref={stage}
        className={styles.stage}
        style={{
          aspectRatio: `${size.width} / ${size.height}`,
          maxWidth: `calc(min(22rem, 44dvh) * ${size.width / size.height})`,
        }}
      >
        <img src={imageAddress(file, 'lg')} {...size} alt="" draggable={false} />
        {/* Clipped, so that the shade ends with the image; the handles reach beyond it. */}
        <div className={styles.shade} aria-hidden>
          <span style={boxOf(crop)} />
        </div>
        <button
          type="button"
          className={styles.area}
          style={boxOf(crop)}
          aria-label={t`Part that is shown: ${left} % from the left, ${top} % from the top, ${width} % wide, ${height} % high. Arrow keys move it.`}
          {...held('area')}
        />
        {[...CORNERS, ...(ratio === 'free' ? SIDES : [])].map((handle) => (
          <button
            key={handle}
            type="button"
            className={styles.handle}
            data-handle={handle}
            style={placeOf(handle, crop)}
            aria-label={t`${NAMES[handle]()}. Arrow keys move it.`}
            {...held(handle)}
          />
        ))}
        {crop.focus && (
          <button
            type="button"
            className={`${mark.mark} ${styles.focus}`}
            style={at(crop.focus.x, crop.focus.y)}
            aria-label={t`Focal point: ${x} % from the left, ${y} % from the top. Arrow keys move it.`}
            {...held('focus')}
          />
        )}
      </div>
    </div>
  );
}
