/**
 * The media library: the screen of the admin, and what one picks from. Where one is in it is given and told, so that the
 * screen keeps it in its address.
 */
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { FolderInput, Images, SearchX, Trash2, UploadCloud, X } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useEffectEvent, useState } from 'react';
import { useFormats } from '#words/use-formats.ts';
import type { FileRecord } from '../api/files.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { EmptyState } from '../ui/states.tsx';
import { FileDetails } from './details/file-details.tsx';
import { GoDialog, MoveDialog, NameDialog, stemOf } from './folder-dialogs.tsx';
import { FolderTree } from './folder-tree.tsx';
import { Chosen, Items } from './items.tsx';
import styles from './library.module.css';
import { LibraryBar } from './library-bar.tsx';
import { isSought, type Place, queryOf } from './place.ts';
import { RemovalsDialog } from './removals-dialog.tsx';
import type { Found } from './uploads/dropped.ts';
import { upload } from './uploads/queue.ts';
import { useRefreshAfterUploads } from './uploads/use-refresh.ts';
import { useDragging, usePaste } from './use-dragging.ts';
import { nameOf, useFileActions } from './use-file-actions.ts';
import { type Item, type Listing, useListing } from './use-listing.ts';
import { type Choosing, useSelection } from './use-selection.ts';

export interface LibraryProps {
  place: Place;
  onPlace: (change: Partial<Place>) => void;
  /** What is picked from it. Left out, it is the screen where files are looked after. */
  picking?: {
    isMany: boolean;
    isUsable: (file: FileRecord) => boolean;
    onChosen: (files: FileRecord[]) => void;
    onPick: (files: FileRecord[]) => void;
  };
}

/** Where details have no room beside the files. */
const NARROW = '(width < 70rem)';

type Asked =
  | { kind: 'folder' | 'go' | 'removals' }
  | { kind: 'rename'; item: Item }
  | { kind: 'move'; items: readonly Item[] };

export function Library(props: LibraryProps): ReactNode {
  const { place, onPlace, picking } = props;
  const [range, setRange] = useState<[number, number]>([0, 50]);
  const [asked, setAsked] = useState<Asked>();
  const isNarrow = useMediaQuery(NARROW) ?? false;
  const listing = useListing(queryOf(place), ...range);
  const choosing = useSelection(listing, picking?.isMany ?? true);
  const actions = useFileActions();
  useRefreshAfterUploads(actions.refresh);
  useToldChoice(choosing, picking);

  const onRange = useCallback(
    (first: number, last: number) =>
      setRange((before) => (before[0] === first && before[1] === last ? before : [first, last])),
    [],
  );
  const go = (change: Partial<Place>) => {
    const isElsewhere = Object.keys(change).some((name) => name !== 'view' && name !== 'file');
    if (isElsewhere) {
      choosing.reset();
      setRange([0, 50]);
    }
    onPlace({ ...(isElsewhere && { file: undefined }), ...change });
  };
  const send = (found: Found[], folder = place.folder) => void upload(found, folder);
  usePaste((found) => send(found));
  const dragging = useDragging({ folder: place.folder, choosing, upload: send, move: actions.move });
  const remove = (items: readonly Item[]) => {
    choosing.clear();
    onPlace({ file: undefined });
    void actions.remove(items);
  };
  const open = (item: Item) => {
    if (item.folder) go({ folder: item.folder.name, q: '' });
    else if (!picking) onPlace({ file: item.file.id });
    else if (picking.isUsable(item.file)) picking.onPick([item.file]);
  };
  const onDropOn = dragging.onDropOn;
  return (
    <div
      className={styles.library}
      data-picking={picking ? true : undefined}
      data-details={place.file && !isNarrow ? true : undefined}
      {...dragging.around}
    >
      <aside className={styles.side}>
        <FolderTree
          label={t`Folders`}
          value={place.folder}
          onChange={(folder) => go({ folder, q: '' })}
          onDropOn={onDropOn}
          canDropOn={dragging.canDropOn}
        />
      </aside>
      <div className={styles.main}>
        <LibraryBar
          place={place}
          onPlace={go}
          onFiles={(found) => send(found)}
          onNewFolder={() => setAsked({ kind: 'folder' })}
          onFolders={() => setAsked({ kind: 'go' })}
          onRemovals={picking ? undefined : () => setAsked({ kind: 'removals' })}
          onDropOn={onDropOn}
          canDropOn={dragging.canDropOn}
        />
        <Chosen count={choosing.selection.keys.size} />
        <Loaded query={listing.query}>
          {() =>
            listing.count === 0 ? (
              <Nothing place={place} onPlace={go} />
            ) : (
              <Items
                key={place.folder}
                listing={listing}
                choosing={choosing}
                view={place.view}
                label={place.folder || t`All files`}
                hasPlace={isSought(place)}
                isUsable={(item) => !picking || !item.file || picking.isUsable(item.file)}
                onRange={onRange}
                onOpen={open}
                onShow={(item) => !picking && onPlace({ file: item?.file?.id })}
                onRename={(item) => setAsked({ kind: 'rename', item })}
                onRemove={() => choosing.items.length > 0 && remove(choosing.items)}
                onDragStart={dragging.onDragStart}
                onDropOn={onDropOn}
                canDropOn={(item, event) =>
                  item.folder !== undefined && dragging.canDropOn(item.folder.name, event)
                }
              />
            )
          }
        </Loaded>
        <div className={styles.foot}>
          {choosing.selection.keys.size > 0 && !picking ? (
            <SelectionBar
              choosing={choosing}
              onMove={() => setAsked({ kind: 'move', items: choosing.items })}
              onRemove={() => remove(choosing.items)}
            />
          ) : (
            <Total listing={listing} />
          )}
        </div>
      </div>
      {place.file && (
        <Details
          id={place.file}
          isNarrow={isNarrow}
          onClose={() => onPlace({ file: undefined })}
          onRename={(item) => setAsked({ kind: 'rename', item })}
          onMove={(item) => setAsked({ kind: 'move', items: [item] })}
          onRemove={(item) => remove([item])}
        />
      )}
      {dragging.isOver && <DropNote folder={place.folder} />}
      <Dialogs asked={asked} close={() => setAsked(undefined)} {...{ place, go, actions, choosing }} />
    </div>
  );
}

/** Tells who picks what is chosen, whenever that is something else. */
function useToldChoice(choosing: Choosing, picking: LibraryProps['picking']): void {
  const tell = useEffectEvent(() => {
    const files = choosing.items.flatMap(({ file }) => (file && picking?.isUsable(file) ? [file] : []));
    picking?.onChosen(files);
  });
  const chosen = choosing.items.map(({ key }) => key).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: by what is chosen
  useEffect(() => tell(), [chosen]);
}

interface SelectionBarProps {
  choosing: Choosing;
  onMove: () => void;
  onRemove: () => void;
}

function SelectionBar({ choosing, onMove, onRemove }: SelectionBarProps): ReactNode {
  const count = choosing.selection.keys.size;
  const isRead = choosing.items.length === count;
  return (
    <div className={styles.selection} role="toolbar" aria-label={t`Selected files`}>
      <p>
        <Trans>{count} selected</Trans>
      </p>
      <Button
        size="xs"
        disabled={!isRead}
        leftSection={<FolderInput size={15} aria-hidden />}
        onClick={onMove}
      >{t`Move to…`}</Button>
      <Button
        size="xs"
        color="danger"
        disabled={!isRead}
        leftSection={<Trash2 size={15} aria-hidden />}
        onClick={onRemove}
      >
        {t`Delete`}
      </Button>
      <Tooltip label={t`Clear selection`}>
        <ActionIcon size={28} aria-label={t`Clear selection`} onClick={choosing.clear}>
          <X size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}

function Nothing({ place, onPlace }: { place: Place; onPlace: (change: Partial<Place>) => void }): ReactNode {
  if (isSought(place))
    return (
      <EmptyState
        icon={SearchX}
        title={t`Nothing found`}
        action={
          <Button
            onClick={() => onPlace({ q: '', type: undefined, isAltMissing: undefined, isUnused: undefined })}
          >
            {t`Show everything`}
          </Button>
        }
      />
    );
  return (
    <EmptyState icon={Images} title={place.folder ? t`This folder is empty` : t`No files yet`}>
      <p>{t`Drag files or whole folders here, paste an image, or press Upload.`}</p>
    </EmptyState>
  );
}

function Total({ listing: { query, folders, total } }: { listing: Listing }): ReactNode {
  const formats = useFormats();
  if (!query.data) return null;
  const parts = [
    folders.length > 0 && t`${plural(folders.length, { one: '# folder', other: '# folders' })}`,
    t`${plural(total, { one: '# file', other: '# files' })}`,
  ].filter((part) => part !== false);
  return <p className={styles.total}>{formats.list(parts)}</p>;
}

interface DetailsProps {
  id: string;
  isNarrow: boolean;
  onClose: () => void;
  onRename: (item: Item) => void;
  onMove: (item: Item) => void;
  onRemove: (item: Item) => void;
}

/** Beside the files, or over them where there is no room. */
function Details({ isNarrow, ...props }: DetailsProps): ReactNode {
  const { id, onClose } = props;
  if (isNarrow)
    return (
      <Dialog opened size={560} title={t`Details`} onClose={onClose}>
        <FileDetails key={id} {...props} />
      </Dialog>
    );
  return (
    <section className={styles.details} aria-label={t`Details`}>
      <ActionIcon className={styles.close} aria-label={t`Close the details`} onClick={onClose}>
        <X size={17} aria-hidden />
      </ActionIcon>
      <FileDetails key={id} {...props} />
    </section>
  );
}

function DropNote({ folder }: { folder: string }): ReactNode {
  const where = folder.split('/').at(-1) || t`All files`;
  return (
    <div className={styles.drop} aria-hidden>
      <UploadCloud size={32} strokeWidth={1.5} />
      <p>{t`Drop to upload to “${where}”`}</p>
    </div>
  );
}

interface DialogsProps {
  asked: Asked | undefined;
  close: () => void;
  place: Place;
  go: (change: Partial<Place>) => void;
  actions: ReturnType<typeof useFileActions>;
  choosing: Choosing;
}

function Dialogs({ asked, close, place, go, actions, choosing }: DialogsProps): ReactNode {
  switch (asked?.kind) {
    case 'folder':
      return (
        <NameDialog
          title={t`New folder`}
          label={t`Name`}
          confirmLabel={t`Create folder`}
          onClose={close}
          onName={(name) => actions.makeFolder(place.folder, name)}
        />
      );
    case 'rename':
      return (
        <NameDialog
          title={t`Rename “${nameOf(asked.item)}”`}
          label={t`Name`}
          confirmLabel={t`Rename`}
          initial={nameOf(asked.item)}
          chosen={asked.item.file ? stemOf(asked.item.file.name) : undefined}
          onClose={close}
          onName={(name) => actions.rename(asked.item, name)}
        />
      );
    case 'move':
      return (
        <MoveDialog
          items={asked.items}
          onClose={close}
          onMove={(folder) => {
            choosing.clear();
            void actions.move(asked.items, folder);
          }}
        />
      );
    case 'go':
      return <GoDialog folder={place.folder} onClose={close} onGo={(folder) => go({ folder, q: '' })} />;
    case 'removals':
      return <RemovalsDialog onClose={close} onRestored={actions.refresh} />;
    default:
      return null;
  }
}
