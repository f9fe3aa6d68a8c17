/** The part of an image that one use of it shows: a rectangle, in any ratio or a certain one, and what has to be seen in it. */
import { t } from '@lingui/core/macro';
import { Button, NativeSelect, Switch } from '@mantine/core';
import { RotateCcw } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useFormats } from '#words/use-formats.ts';
import type { FileRecord } from '../../api/files.ts';
import { type Crop, writtenCrop } from '../../page/image-crops.ts';
import { Caution } from '../../ui/caution.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SHAPES, type Shape } from '../shapes.ts';
import styles from './crop-dialog.module.css';
import { CropPreview } from './crop-preview.tsx';
import { CropStage } from './crop-stage.tsx';
import { type Pixels, type Ratio, shownPart, useCropEdits } from './use-crop-edits.ts';

export interface CropDialogProps {
  file: FileRecord;
  size: Pixels;
  /** As it is kept. */
  crop: string | undefined;
  shape: Shape | undefined;
  onApply: (crop: string | undefined, shape: Shape | undefined) => void;
  onClose: () => void;
}

/** Narrower than that it looks blurred in a column of text. */
const FEW_PIXELS = 400;

export function CropDialog({ file, size, crop, shape, onApply, onClose }: CropDialogProps): ReactNode {
  const stage = useRef<HTMLDivElement>(null);
  const first = shownPart(size, crop, shape, file.metaData.focalPoint ?? undefined);
  const edits = useCropEdits(size, first, shape ?? 'free', stage);
  const apply = () => {
    const { ratio } = edits;
    onApply(writtenCrop(edits.crop), ratio === 'free' || ratio === 'image' ? undefined : ratio);
    onClose();
  };
  return (
    <Dialog
      opened
      persistent
      isForReading
      onClose={onClose}
      title={t`Crop image`}
      size={640}
      footer={
        <>
          <Button
            variant="subtle"
            leftSection={<RotateCcw size={15} aria-hidden />}
            onClick={edits.reset}
          >{t`Reset`}</Button>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button variant="filled" onClick={apply}>{t`Crop`}</Button>
        </>
      }
    >
      <CropStage {...{ file, size, edits, stage }} />
      <div className={styles.settings}>
        <div className={styles.choices}>
          <RatioChoice ratio={edits.ratio} onChange={edits.choose} />
          <Switch
            label={t`Own focal point`}
            description={t`Stays visible where the page crops further. Otherwise the library’s focal point is used.`}
            checked={edits.crop.focus !== undefined}
            onChange={(event) =>
              edits.setFocus(event.currentTarget.checked ? middleOf(edits.crop, file) : undefined)
            }
          />
        </div>
        <Result file={file} size={size} crop={edits.crop} />
      </div>
    </Dialog>
  );
}

/** Where an own focal point begins: where the library has its own, or in the middle of the part. */
function middleOf({ left, top, width, height }: Crop, { metaData }: FileRecord) {
  return metaData.focalPoint ?? { x: left + width / 2, y: top + height / 2 };
}

function RatioChoice({ ratio, onChange }: { ratio: Ratio; onChange: (ratio: Ratio) => void }): ReactNode {
  const data: { value: Ratio; label: string }[] = [
    { value: 'free', label: t`Any` },
    { value: 'image', label: t`As the image` },
    ...SHAPES.map((shape) => ({ value: shape, label: shape })),
  ];
  return (
    <NativeSelect
      label={t`Proportions`}
      data={data}
      value={ratio}
      onChange={(event) => onChange(event.currentTarget.value as Ratio)}
    />
  );
}

function Result({ file, size, crop }: { file: FileRecord; size: Pixels; crop: Crop }): ReactNode {
  const formats = useFormats();
  const pixels = Math.max(1, Math.round(size.width * crop.width));
  const width = formats.number(pixels);
  const height = formats.number(Math.max(1, Math.round(size.height * crop.height)));
  return (
    <figure className={styles.result}>
      <CropPreview file={file} size={size} part={crop} within={9} />
      <figcaption>
        <span role="status">{t`${width} × ${height} pixels`}</span>
      </figcaption>
      {pixels < Math.min(FEW_PIXELS, size.width) && (
        <Caution>{t`May look blurred where it is shown large.`}</Caution>
      )}
    </figure>
  );
}
