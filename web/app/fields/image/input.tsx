/** An image of the library, with its alternative text and the part of it that is shown, or one elsewhere by its address. */
import { t } from '@lingui/core/macro';
import { Button, Input, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link2, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { type FileRecord, getFileOptions } from '../../api/files.ts';
import { isMissing } from '../../api/problem.ts';
import { CropButton } from '../../media/crop/crop-button.tsx';
import { CropPreview } from '../../media/crop/crop-preview.tsx';
import { areaOf, CENTRE, SHAPES, type Shape } from '../../media/shapes.ts';
import { UnseenType } from '../../media/unseen-type.tsx';
import { useMayUseLibrary } from '../../media/use-may-use-library.ts';
import { parsedCrop, WHOLE } from '../../page/image-crops.ts';
import { Caution } from '../../ui/caution.tsx';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { type InputProps, textIn } from '../inputs.tsx';
import styles from '../pickers/file-drop.module.css';
import { FileDrop } from '../pickers/file-drop.tsx';

/** Either of the library or elsewhere; what is not set is left out. */
interface Value {
  file?: string;
  aspect?: string;
  crop?: string;
  address?: string;
  width?: number;
  height?: number;
  alt?: string;
}

const MOST_ALT = 300;

const valueIn = (value: unknown): Value => (typeof value === 'object' && value !== null ? value : {});

export default function ImageField(props: InputProps<'image'>) {
  const { definition, onChange, error, isReadOnly, note, isLabelHidden } = props;
  const value = valueIn(props.value);
  const isElsewhere = value.address !== undefined;
  const set = (changes: Value, isDone = false) => onChange({ ...value, ...changes }, isDone);
  const choose = (file: FileRecord) => onChange({ file: file.id, ...kept(value) }, true);
  const hint = note ?? definition.hint;
  return (
    <fieldset className={styles.field}>
      <legend className={isLabelHidden ? 'pw-visually-hidden' : undefined}>{definition.label}</legend>
      {hint && <Input.Description>{hint}</Input.Description>}
      <FileDrop
        types={['image']}
        isReadOnly={isReadOnly}
        onFile={choose}
        actions={
          value.file || isElsewhere ? (
            <Button
              size="xs"
              variant="subtle"
              leftSection={<X size={15} aria-hidden />}
              onClick={() => onChange(undefined, true)}
            >
              {t`Remove`}
            </Button>
          ) : definition.ofLibrary ? undefined : (
            <Button
              size="xs"
              variant="subtle"
              leftSection={<Link2 size={15} aria-hidden />}
              onClick={() => onChange({ address: '' })}
            >
              {t`An image elsewhere`}
            </Button>
          )
        }
      >
        {value.file ? (
          <OfLibrary value={value} id={value.file} isReadOnly={isReadOnly} onChange={set} />
        ) : isElsewhere ? (
          <Elsewhere value={value} isReadOnly={isReadOnly} onChange={set} />
        ) : undefined}
      </FileDrop>
      {error && <Input.Error>{error}</Input.Error>}
    </fieldset>
  );
}

/** The shape is the place's, not the image's: another image has it, too, but not the part that was chosen of this one. */
const kept = ({ aspect }: Value): Value => (aspect ? { aspect } : {});

interface PartProps {
  value: Value;
  isReadOnly?: boolean;
  onChange: (changes: Value, isDone?: boolean) => void;
}

function OfLibrary({ id, value, isReadOnly, onChange }: PartProps & { id: string }): ReactNode {
  const maySee = useMayUseLibrary();
  const { data: file, error } = useQuery({ ...getFileOptions(id), enabled: maySee });
  if (error)
    return (
      <Caution>
        {isMissing(error) ? (
          t`This image was deleted. Choose another one.`
        ) : (
          <NotLoaded>{t`This image could not be loaded.`}</NotLoaded>
        )}
      </Caution>
    );
  const shape = SHAPES.find((one) => one === value.aspect);
  const shapes = [
    { value: '', label: t`As it is` },
    ...SHAPES.map((one) => ({ value: one as string, label: one as string })),
  ];
  return (
    <>
      {!maySee && (
        <p className={styles.hint}>{t`An image of the media library, which only editors can see.`}</p>
      )}
      {file && (
        <Picture file={file} crop={value.crop} shape={shape}>
          {!isReadOnly && (
            <CropButton
              file={file}
              crop={value.crop}
              shape={shape}
              onApply={(crop, aspect) => onChange({ crop, aspect }, true)}
            />
          )}
        </Picture>
      )}
      {file && <UnseenType file={file} />}
      <AltText
        value={value}
        usual={file?.alt ?? ''}
        isKnown={file !== undefined}
        {...{ isReadOnly, onChange }}
      />
      <NativeSelect
        label={t`Shape`}
        size="md"
        disabled={isReadOnly}
        value={shape ?? ''}
        data={shapes}
        onChange={(event) => onChange({ aspect: event.currentTarget.value || undefined }, true)}
      />
    </>
  );
}

interface PictureProps {
  file: FileRecord;
  crop: string | undefined;
  shape: Shape | undefined;
  children?: ReactNode;
}

function Picture({ file, crop, shape, children }: PictureProps): ReactNode {
  const size = { width: file.width ?? 1, height: file.height ?? 1 };
  const chosen = parsedCrop(crop);
  const focal = chosen?.focus ?? file.metaData.focalPoint ?? CENTRE;
  const part = shape ? areaOf(size, shape, focal, chosen) : (chosen ?? WHOLE);
  return (
    <div className={styles.chosen}>
      <CropPreview file={file} size={size} part={part} within={12} />
      <div>
        <p>
          {file.name}
          <br />
          <small>{file.bucketName}</small>
        </p>
        {children}
      </div>
    </div>
  );
}

interface AltTextProps extends PartProps {
  /** What the library says of the image; it counts where nothing else is said here. */
  usual: string;
  isKnown: boolean;
}

function AltText({ value, usual, isKnown, isReadOnly, onChange }: AltTextProps): ReactNode {
  return (
    <div>
      <TextInput
        label={t`Alternative text`}
        description={usual ? t`Leave it empty to use the library’s text.` : undefined}
        size="md"
        maxLength={MOST_ALT}
        readOnly={isReadOnly}
        placeholder={usual}
        value={textIn(value.alt)}
        onChange={(event) => onChange({ alt: event.currentTarget.value || undefined })}
      />
      {isKnown && !usual && !value.alt && (
        <div className={styles.caution}>
          <Caution>{t`Alternative text is missing.`}</Caution>
        </div>
      )}
    </div>
  );
}

function Elsewhere({ value, isReadOnly, onChange }: PartProps): ReactNode {
  const side = (name: 'width' | 'height', label: string) => (
    <NumberInput
      label={label}
      size="md"
      min={1}
      max={20_000}
      allowDecimal={false}
      allowNegative={false}
      hideControls
      readOnly={isReadOnly}
      value={value[name] ?? ''}
      onChange={(next) => onChange({ [name]: typeof next === 'number' ? next : undefined })}
    />
  );
  return (
    <>
      <TextInput
        label={t`Address of the image`}
        placeholder="https://"
        size="md"
        inputMode="url"
        maxLength={2048}
        readOnly={isReadOnly}
        value={textIn(value.address)}
        onChange={(event) => onChange({ address: event.currentTarget.value })}
      />
      <div className={styles.sides}>
        {side('width', t`Width in pixels`)}
        {side('height', t`Height in pixels`)}
      </div>
      <AltText value={value} usual="" isKnown={Boolean(value.address)} {...{ isReadOnly, onChange }} />
    </>
  );
}
