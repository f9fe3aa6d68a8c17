import { t } from '@lingui/core/macro';
import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Images } from 'lucide-react';
import type { ReactNode } from 'react';
import { type FileRecord, getFileOptions } from '../../api/files.ts';
import { isMissing } from '../../api/problem.ts';
import { faultAt, faultsIn } from '../../fields/check.ts';
import type { Image, LibraryImage } from '../../fields/image/type.ts';
import { FieldInput } from '../../fields/inputs.tsx';
import ListField from '../../fields/list/input.tsx';
import type { FieldDefinition } from '../../fields/types.ts';
import { CropButton } from '../../media/crop/crop-button.tsx';
import { CropPreview } from '../../media/crop/crop-preview.tsx';
import { pickFiles } from '../../media/picker/pick-files.ts';
import { parsedCrop, WHOLE } from '../../page/image-crops.ts';
import { Caution } from '../../ui/caution.tsx';
import type { EditProps } from '../contract.ts';
import styles from './edit.module.css';
import manifest from './manifest.ts';
import type { GalleryFields } from './render.tsx';

const { fields: definitions } = manifest;
const MOST_ALT = 300;
const MOST_CAPTION = 300;

type Item = { image?: Image; caption?: string };

/** The images in their order, each with its words, and how they are shown. */
export default function GallerySettings({ fields, onChange }: EditProps<GalleryFields>): ReactNode {
  const { display = 'slider' } = fields;
  const input = (name: 'heading' | 'display' | 'shape' | 'columns' | 'lightbox') => (
    <FieldInput
      definition={definitions[name]}
      value={fields[name]}
      error={faultAt(faultsIn(definitions[name], fields[name]))}
      onChange={(value) => onChange({ ...fields, [name]: value })}
    />
  );
  return (
    <>
      {input('heading')}
      <div className={styles.choices}>
        {input('display')}
        {display !== 'masonry' && input('shape')}
        {display !== 'slider' && input('columns')}
      </div>
      {input('lightbox')}
      <div className={styles.wide}>
        <ListField
          definition={definitions.images as FieldDefinition & { type: 'list' }}
          value={fields.images ?? []}
          error={faultAt(faultsIn(definitions.images, fields.images))}
          onChange={(images) => onChange({ ...fields, images: images as GalleryFields['images'] })}
          adding={{
            label: t`Add images…`,
            icon: <Images size={15} aria-hidden />,
            take: async () =>
              (await pickFiles({ types: ['image'], multiple: true })).map(({ id }) => newItem(id)),
          }}
          drawItem={(values, _, change) => <ItemForm item={values as Item} onChange={change} />}
        />
      </div>
    </>
  );
}

const newItem = (file: string): Record<string, unknown> => ({
  image: { file } satisfies LibraryImage,
  caption: '',
});

interface ItemFormProps {
  item: Item;
  onChange: (item: Record<string, unknown>) => void;
}

function ItemForm({ item, onChange }: ItemFormProps): ReactNode {
  const { image, caption = '' } = item;
  const id = image && 'file' in image ? image.file : '';
  const { data: file, error } = useQuery({ ...getFileOptions(id), enabled: id !== '' });
  // One elsewhere, or none at all, comes from a program: it is set with the field that all images have.
  if (!id) {
    return (
      <>
        <FieldInput
          definition={definitions.images.item.image}
          value={image}
          onChange={(changed) => onChange({ ...item, image: changed })}
        />
        <Caption value={caption} onChange={(changed) => onChange({ ...item, caption: changed })} />
      </>
    );
  }
  const alt = image?.alt ?? '';
  return (
    <div className={styles.item}>
      <div className={styles.picture}>
        {file && (
          <Thumbnail
            file={file}
            crop={(image as LibraryImage).crop}
            onCrop={(crop) => onChange({ ...item, image: withPart(id, image, { crop }) })}
          />
        )}
      </div>
      <div className={styles.words}>
        {error && (
          <Caution>
            {isMissing(error)
              ? t`This image was deleted. Visitors don’t see it.`
              : t`This image could not be loaded.`}
          </Caution>
        )}
        <Caption value={caption} onChange={(changed) => onChange({ ...item, caption: changed })} />
        <TextInput
          label={t`Alternative text`}
          size="sm"
          maxLength={MOST_ALT}
          placeholder={file?.alt}
          value={alt}
          onChange={(event) =>
            onChange({ ...item, image: withPart(id, image, { alt: event.currentTarget.value }) })
          }
        />
        {file && !file.alt && !alt && <Caution>{t`Alternative text is missing.`}</Caution>}
      </div>
    </div>
  );
}

/** What is empty is left out: of the text that the library says counts then, and all of the image is shown. */
function withPart(
  file: string,
  image: Image | undefined,
  changes: Pick<LibraryImage, 'alt' | 'crop'>,
): LibraryImage {
  const { alt, crop, ...rest } = { ...(image as LibraryImage), ...changes };
  return { ...rest, file, ...(alt && { alt }), ...(crop && { crop }) };
}

interface ThumbnailProps {
  file: FileRecord;
  crop: string | undefined;
  onCrop: (crop: string | undefined) => void;
}

/** The shape is the gallery's: proportions that are chosen in the dialog are those of the crop alone. */
function Thumbnail({ file, crop, onCrop }: ThumbnailProps): ReactNode {
  const size = { width: file.width ?? 1, height: file.height ?? 1 };
  return (
    <>
      <CropPreview file={file} size={size} part={parsedCrop(crop) ?? WHOLE} within={8} />
      <CropButton file={file} crop={crop} shape={undefined} onApply={onCrop} />
    </>
  );
}

function Caption({ value, onChange }: { value: string; onChange: (value: string) => void }): ReactNode {
  return (
    <TextInput
      label={t`Caption`}
      size="sm"
      maxLength={MOST_CAPTION}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
