/** Everything about one file: what it looks like, what is said of it, where it is, and who sees it. */
import { t } from '@lingui/core/macro';
import { Button, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Download, FolderInput, Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, type RefObject, useId, useRef } from 'react';
import { useFormats } from '#words/use-formats.ts';
import { type FileRecord, getFileOptions } from '../../api/files.ts';
import { Conflict } from '../../ui/conflict.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { ScopePicker } from '../../visibility/scope-picker.tsx';
import { isDrawable } from '../addresses.ts';
import { KIND_WORDS, sizeInWords } from '../kinds.ts';
import { UnseenType } from '../unseen-type.tsx';
import { fileItem, type Item } from '../use-listing.ts';
import { clashing, type Said, saidOf } from './edits.ts';
import styles from './file-details.module.css';
import { FocalPoint } from './focal-point.tsx';
import { FormerContents } from './former-contents.tsx';
import { InterruptedReplacement } from './interrupted-replacement.tsx';
import { ReplaceButton } from './replace-button.tsx';
import { SavedText } from './saved-text.tsx';
import { TemporaryLink } from './temporary-link.tsx';
import { type Clash, type UnsavedActions, useFileEdits } from './use-file-edits.ts';
import { useFocalPoint } from './use-focal-point.ts';
import { Uses } from './uses.tsx';

interface FileDetailsProps {
  id: string;
  onRename: (item: Item) => void;
  onMove: (item: Item) => void;
  onRemove: (item: Item) => void;
}

export function FileDetails({ id, ...props }: FileDetailsProps): ReactNode {
  const query = useQuery(getFileOptions(id));
  return <Loaded query={query}>{(file) => <Sheet file={file} {...props} />}</Loaded>;
}

const hasPixels = (file: FileRecord) => file.width !== null && file.height !== null;

function Sheet({ file, ...props }: Omit<FileDetailsProps, 'id'> & { file: FileRecord }): ReactNode {
  const { save, isSaving, clash, takeTheirs, keepMine, unsaved, unsavedActions } = useFileEdits(file);
  const moveFocalPoint = useFocalPoint(file, save);
  const chooser = useRef<HTMLInputElement>(null);
  const said = { ...saidOf(file), ...unsaved };
  const isImage = file.type === 'image';
  return (
    <div className={styles.sheet}>
      <div className={styles.head}>
        <h2 title={file.name}>{file.name}</h2>
        <p role="status" className={styles.saving}>
          {isSaving ? t`Saving…` : ''}
        </p>
      </div>
      {clash && <Decision file={file} clash={clash} isSaving={isSaving} {...{ takeTheirs, keepMine }} />}
      {isImage && hasPixels(file) ? (
        <FocalPoint file={file} value={said.focalPoint} onChange={moveFocalPoint} />
      ) : (
        <Preview file={file} />
      )}
      <UnseenType file={file} />
      <Tools file={file} chooser={chooser} {...props} />
      <InterruptedReplacement file={file} onChoose={() => chooser.current?.click()} />
      {isImage && (
        <SavedText
          label={t`Alternative text`}
          hint={t`Says what the image shows to people who cannot see it. Leave it empty for decoration.`}
          isMissing={said.alt === ''}
          isLong
          maxLength={1000}
          value={said.alt}
          onSave={(alt, from) => save({ alt }, { alt: from })}
          notSaved={unsavedActions('alt')}
        />
      )}
      <SavedText
        label={t`Title`}
        maxLength={500}
        value={said.title}
        onSave={(title, from) => save({ title }, { title: from })}
        notSaved={unsavedActions('title')}
      />
      <Audience said={said} onChange={save} />
      <TemporaryLink file={file} />
      {file.mimeType === 'image/jpeg' && (
        <Quality
          value={said.jpegQuality}
          onChange={(jpegQuality) => save({ jpegQuality })}
          notSaved={unsavedActions('jpegQuality')}
        />
      )}
      <Uses id={file.id} />
      <FormerContents file={file} />
      <Facts file={file} />
    </div>
  );
}

interface DecisionProps {
  file: FileRecord;
  clash: Clash;
  isSaving: boolean;
  takeTheirs: () => void;
  keepMine: () => void;
}

const WORDS: Record<keyof Said, string> = {
  name: t`Name`,
  isPublic: t`Public`,
  alt: t`Alternative text`,
  title: t`Title`,
  jpegQuality: t`JPEG quality`,
  scopeWhitelist: t`Who sees it`,
  focalPoint: t`Focal point`,
};

function Decision({
  file,
  clash: { edit, theirs },
  isSaving,
  takeTheirs,
  keepMine,
}: DecisionProps): ReactNode {
  const names = clashing(file, edit, theirs);
  const shown = names.length > 0 ? names : (Object.keys(edit) as (keyof Said)[]);
  const other = saidOf(theirs);
  return (
    <Conflict isClashing isSaving={isSaving} onTakeTheirs={takeTheirs} onKeepMine={keepMine}>
      {shown.map((name) => (
        <dl key={name} className={styles.sides}>
          <dt>{t`${WORDS[name]}: theirs`}</dt>
          <dd>{inWords(other[name])}</dd>
          <dt>{t`${WORDS[name]}: yours`}</dt>
          <dd>{inWords(edit[name])}</dd>
        </dl>
      ))}
    </Conflict>
  );
}

function inWords(value: Said[keyof Said]): string {
  if (typeof value === 'boolean') return value ? t`Yes` : t`No`;
  if (value === undefined || value === '') return '–';
  if (typeof value === 'object')
    return 'x' in value
      ? `${Math.round(value.x * 100)} %, ${Math.round(value.y * 100)} %`
      : value.join(', ') || t`Everyone`;
  return String(value);
}

function Preview({ file }: { file: FileRecord }): ReactNode {
  const kind = file.type;
  const { uri } = file.path;
  const { icon: Icon } = KIND_WORDS[kind];
  if (isDrawable(file)) return <img className={styles.preview} src={file.path.versioned} alt={file.alt} />;
  // biome-ignore lint/a11y/useMediaCaption: it is whatever somebody uploaded
  if (kind === 'video') return <video className={styles.preview} src={uri} controls preload="metadata" />;
  // biome-ignore lint/a11y/useMediaCaption: it is whatever somebody uploaded
  if (kind === 'audio') return <audio className={styles.preview} src={uri} controls preload="metadata" />;
  return (
    <a className={styles.icon} href={uri} target="_blank" rel="noopener">
      <Icon size={40} strokeWidth={1.25} aria-hidden />
      {t`Open`}
    </a>
  );
}

interface ToolsProps extends Omit<FileDetailsProps, 'id'> {
  file: FileRecord;
  chooser: RefObject<HTMLInputElement | null>;
}

function Tools({ file, chooser, onRename, onMove, onRemove }: ToolsProps) {
  const item = fileItem(file);
  return (
    <div className={styles.tools}>
      <CopyButton size="xs" text={file.path.absolute.uri} label={t`Copy address`} />
      <Button
        size="xs"
        component="a"
        // As it was uploaded: at its own address an image comes converted, and without its camera data.
        href={`/cms/files/${file.id}/content`}
        download={file.name}
        leftSection={<Download size={14} aria-hidden />}
      >
        {t`Download`}
      </Button>
      <ReplaceButton file={file} chooser={chooser} />
      <Button size="xs" leftSection={<Pencil size={14} aria-hidden />} onClick={() => onRename(item)}>
        {t`Rename`}
      </Button>
      <Button size="xs" leftSection={<FolderInput size={14} aria-hidden />} onClick={() => onMove(item)}>
        {t`Move to…`}
      </Button>
      <Button
        size="xs"
        color="danger"
        leftSection={<Trash2 size={14} aria-hidden />}
        onClick={() => onRemove(item)}
      >
        {t`Delete`}
      </Button>
    </div>
  );
}

function Audience({ said, onChange }: { said: Said; onChange: (edit: Partial<Said>) => void }): ReactNode {
  return (
    <div className={styles.field}>
      <Switch
        label={t`Public`}
        description={
          said.isPublic
            ? t`Shown on pages and to anyone who has its address.`
            : t`Only editors see it, and those named below.`
        }
        checked={said.isPublic}
        onChange={(event) => onChange({ isPublic: event.currentTarget.checked })}
      />
      <ScopePicker
        label={t`Who sees it`}
        value={said.scopeWhitelist}
        onChange={(scopeWhitelist) => onChange({ scopeWhitelist })}
        empty={
          said.isPublic
            ? { label: t`Everyone`, description: t`As its folders allow` }
            : { label: t`Editors only`, description: t`Nobody else` }
        }
      />
    </div>
  );
}

const USUAL_QUALITY = 80;

const isQuality = (quality: number) => Number.isInteger(quality) && quality >= 1 && quality <= 100;

interface QualityProps {
  value: number | undefined;
  onChange: (value: number) => void;
  notSaved: UnsavedActions | undefined;
}

function Quality({ value, onChange, notSaved }: QualityProps): ReactNode {
  const id = useId();
  return (
    <SavedText
      key={id}
      label={t`JPEG quality`}
      hint={t`1 to 100, ${USUAL_QUALITY} by default. A higher quality looks better and loads more slowly.`}
      isNumber
      maxLength={3}
      value={String(value ?? USUAL_QUALITY)}
      faultIn={(text) => (isQuality(Number(text)) ? undefined : t`Enter a whole number from 1 to 100.`)}
      onSave={(text) => onChange(Number(text))}
      notSaved={notSaved}
    />
  );
}

function Facts({ file }: { file: FileRecord }): ReactNode {
  const formats = useFormats();
  const { width, height, metaData } = file;
  const facts = [
    [t`Type`, file.mimeType],
    [t`Size`, sizeInWords(file.size, formats.number)],
    [t`Dimensions`, width && height && `${formats.number(width)} × ${formats.number(height)}`],
    [t`Folder`, file.bucketName || t`All files`],
    [t`Uploaded`, formats.dateTime(file.createdAt)],
    [t`Changed`, file.updatedAt !== file.createdAt && formats.dateTime(file.updatedAt)],
  ].filter(([, value]) => value);
  const exif = Object.entries(metaData.exif ?? {});
  return (
    <>
      <dl className={styles.facts}>
        {facts.map(([label, value]) => (
          <div key={String(label)}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.address}>{file.path.raw}</p>
      {exif.length > 0 && (
        <details className={styles.exif}>
          <summary>{t`Camera data (EXIF)`}</summary>
          <p>{t`Visitors never get this data: it is removed from images on pages.`}</p>
          <dl className={styles.facts}>
            {exif.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{typeof value === 'object' ? JSON.stringify(value) : String(value)}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </>
  );
}
