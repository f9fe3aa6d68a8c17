/** One file or folder, as a tile of the grid or as a line of the list. */
import { t } from '@lingui/core/macro';
import { Check, Folder, Lock } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { useFormats } from '#words/use-formats.ts';
import type { FileRecord } from '../api/files.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { imageAddress, isDrawable } from './addresses.ts';
import type { LibraryColumn } from './columns.tsx';
import styles from './items.module.css';
import { KIND_WORDS, sizeInWords } from './kinds.ts';
import { nameOf, placeOf } from './use-file-actions.ts';
import type { Item } from './use-listing.ts';

/** A picture of a file, in the middle of its box; what cannot be drawn is an icon. */
export function Thumbnail({ file }: { file: FileRecord }): ReactNode {
  const Icon = KIND_WORDS[file.type].icon;
  if (!isDrawable(file))
    return (
      <span className={styles.icon}>
        <Icon size={26} strokeWidth={1.5} aria-hidden />
        {file.ext && <span aria-hidden>{file.ext.replace(/^\./, '').slice(0, 5)}</span>}
      </span>
    );
  return (
    <img
      className={styles.image}
      src={imageAddress(file, 'sm')}
      width={file.width ?? undefined}
      height={file.height ?? undefined}
      alt=""
      loading="lazy"
      decoding="async"
      draggable={false}
    />
  );
}

interface ItemViewProps {
  item: Item;
  /** Say where it is: what is found may be in any folder. */
  hasPlace: boolean;
}

const isForSome = ({ isPublic, scopeWhitelist }: FileRecord) => !isPublic || scopeWhitelist.length > 0;

/** What stands beside the name of what not everybody sees. */
function Restricted({ item }: { item: Item }): ReactNode {
  const isRestricted = item.file
    ? isForSome(item.file)
    : (item.folder.metaData.scopeWhitelist ?? []).length > 0;
  return (
    isRestricted && (
      <span className={styles.lock}>
        <Lock size={12} aria-hidden />
        <span className="pw-visually-hidden">{t`Not for everyone`}</span>
      </span>
    )
  );
}

/** Chooses one more, for the pointer; the keyboard has Space. */
function Mark(): ReactNode {
  return (
    <span className={styles.mark} data-mark aria-hidden>
      <Check size={13} strokeWidth={3} />
    </span>
  );
}

/** An item is put together whenever it is asked for; what it is of stays the same. */
const isSame = (one: ItemViewProps, other: ItemViewProps): boolean =>
  one.hasPlace === other.hasPlace &&
  one.item.file === other.item.file &&
  one.item.folder === other.item.folder;

/** Not drawn anew by each turn of the wheel, as its cell is. */
export const Tile = memo(function Tile({ item, hasPlace }: ItemViewProps): ReactNode {
  const { file } = item;
  return (
    <>
      <span className={styles.picture}>
        {file ? <Thumbnail file={file} /> : <Folder size={44} strokeWidth={1.25} aria-hidden />}
        <Mark />
      </span>
      <span className={styles.caption}>
        <span className={styles.name} title={nameOf(item)}>
          {nameOf(item)}
        </span>
        <span className={styles.facts}>
          <Restricted item={item} />
          {hasPlace ? placeOf(item) || t`All files` : file ? <Facts file={file} /> : t`Folder`}
        </span>
      </span>
    </>
  );
}, isSame);

function Facts({ file }: { file: FileRecord }): ReactNode {
  const formats = useFormats();
  const size = sizeInWords(file.size, formats.number);
  if (!file.width || !file.height) return size;
  return `${formats.number(file.width)} × ${formats.number(file.height)} · ${size}`;
}

interface LineProps extends ItemViewProps {
  listed: readonly LibraryColumn[];
}

export const Line = memo(
  function Line({ item, hasPlace, listed }: LineProps): ReactNode {
    const formats = useFormats();
    const { file } = item;
    const place = hasPlace && listed.every(({ key }) => key !== 'folder') && (placeOf(item) || t`All files`);
    return (
      <>
        <Cell column="name">
          <Mark />
          <span className={styles.small}>
            {file ? <Thumbnail file={file} /> : <Folder size={22} strokeWidth={1.5} aria-hidden />}
          </span>
          <span className={styles.names}>
            <span className={styles.name} title={nameOf(item)}>
              {nameOf(item)}
            </span>
            {place && <span className={styles.facts}>{place}</span>}
          </span>
          <Restricted item={item} />
        </Cell>
        <span className={styles.others} role="presentation">
          {place && <span className={styles.where}>{place}</span>}
          {listed.map(({ key, cell }) => {
            if (!cell) return null;
            const shown = cell(item, formats);
            return (
              <Cell key={key} column={key} title={typeof shown === 'string' ? shown : undefined}>
                {shown}
              </Cell>
            );
          })}
        </span>
      </>
    );
  },
  (one, other) => one.listed === other.listed && isSame(one, other),
);

function Cell({ column, title, children }: { column: string; title?: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: a table draws all of its rows; the row takes the keyboard
    <span
      role="gridcell"
      className={column === 'name' ? styles.first : styles.cell}
      data-column={column}
      title={title}
    >
      {children}
    </span>
  );
}

export function PendingTile(): ReactNode {
  return (
    <span className={styles.pending}>
      <span className={styles.picture} />
      <Skeleton width="70%" />
    </span>
  );
}
