/**
 * The media library: the screen of the admin, and what one picks from. Where one is in it is given and told, so that the
 * screen keeps it in its address.
 */
import { t } from '@lingui/core/macro';
import { useMediaQuery } from '@mantine/hooks';
import {
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import type { FileRecord } from '../api/files.ts';
import { FoundCount, foundBy } from '../ui/found-count.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { DetailsPlace } from './details/details-place.tsx';
import { DropNote } from './drop-note.tsx';
import { FolderTree } from './folder-tree.tsx';
import { Items } from './items.tsx';
import { type Kind, onlyOf } from './kinds.ts';
import styles from './library.module.css';
import { LibraryBar } from './library-bar.tsx';
import { type Asked, LibraryDialogs } from './library-dialogs.tsx';
import { Chosen, SelectionBar, SelectionTools, Total } from './library-foot.tsx';
import { NoFiles } from './no-files.tsx';
import { isSought, type Place, queryOf } from './place.ts';
import type { Found } from './uploads/dropped.ts';
import { InterruptedUploads } from './uploads/interrupted-uploads.tsx';
import { upload } from './uploads/queue.ts';
import { useRefreshAfterUploads } from './uploads/use-refresh.ts';
import { useUploadPanel } from './uploads/use-upload-panel.ts';
import { useDragging, usePaste } from './use-dragging.ts';
import { useFileActions } from './use-file-actions.ts';
import { type Item, useListing } from './use-listing.ts';
import { type Choosing, useSelection } from './use-selection.ts';

export interface LibraryProps {
  place: Place;
  onPlace: (change: Partial<Place>) => void;
  /** Beside the order: what a screen adds. */
  tools?: ReactNode;
  /** What is picked from it. Left out, it is the screen where files are looked after. */
  picking?: {
    isMany: boolean;
    /** What can be picked; left out, files of every type. */
    types?: readonly Kind[];
    isUsable: (file: FileRecord) => boolean;
    onChosen: (files: FileRecord[]) => void;
    onPick: (files: FileRecord[]) => void;
  };
}

/** What may be otherwise while the same files are shown. */
const STAYING = ['view', 'columns', 'file'];

/** Where details have no room beside the files. */
const NARROW = '(width < 70rem)';

export function Library(props: LibraryProps): ReactNode {
  const { place, onPlace, tools, picking } = props;
  const [range, setRange] = useState<[number, number]>([0, 50]);
  const [asked, setAsked] = useState<Asked>();
  const chooser = useRef<HTMLInputElement>(null);
  const main = useRef<HTMLDivElement>(null);
  const only = onlyOf(picking?.types);
  const isNarrow = useMediaQuery(NARROW) ?? false;
  const listing = useListing(queryOf(place), ...range);
  const here = listing.query.data?.folder ?? undefined;
  const choosing = useSelection(listing, picking?.isMany ?? true);
  const actions = useFileActions();
  useRefreshAfterUploads(actions.refresh);
  useToldChoice(choosing, picking);
  useUploadPanel();

  const onRange = useCallback(
    (first: number, last: number) =>
      setRange((before) => (before[0] === first && before[1] === last ? before : [first, last])),
    [],
  );
  const go = (change: Partial<Place>) => {
    const isElsewhere = Object.keys(change).some((name) => !STAYING.includes(name));
    if (isElsewhere) {
      choosing.reset({ areFilesKept: picking?.isMany ?? false });
      setRange([0, 50]);
    }
    onPlace({ ...(isElsewhere && { file: undefined }), ...change });
  };
  // Picking lets go of what was chosen with the first letter: somebody may choose anew before the search is sent. Elsewhere
  // the choice is what gets deleted or moved, so that nothing stays chosen which the search does not show.
  const onSearchTyped = () => choosing.reset({ areFilesKept: picking?.isMany ?? false });
  const onSearch = (q: string) => {
    if (!picking) return go({ q });
    choosing.reset({ areFilesKept: true });
    setRange([0, 50]);
    onPlace({ q });
  };
  const send = (found: Found[], folder = place.folder) => void upload(found, folder);
  usePaste((found) => send(found));
  const dragging = useDragging({ folder: place.folder, choosing, upload: send, move: actions.move });
  const beforeRemoval = useFocusAfterRemoval(main, listing.count);
  const remove = (items: readonly Item[]) => {
    if (items.length === 0) return;
    beforeRemoval();
    choosing.clear();
    onPlace({ file: undefined });
    void actions.remove(items);
  };
  const open = (item: Item) => {
    if (item.folder) go({ folder: item.folder.name, q: '' });
    else if (!picking) onPlace({ file: item.file.id });
    else if (picking.isUsable(item.file)) picking.onPick([item.file]);
  };
  const rename = (item: Item) =>
    setAsked(item.folder ? { kind: 'settings', folder: item.folder } : { kind: 'rename', file: item.file });
  const closeDetails = () => {
    onPlace({ file: undefined });
    // Back to the item that has the keyboard among the others.
    itemWithKeyboard(main)?.focus();
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
      <div ref={main} className={styles.main}>
        <LibraryBar
          place={place}
          onPlace={go}
          onSearch={onSearch}
          onSearchTyped={picking && onSearchTyped}
          onFiles={(found) => send(found)}
          chooser={chooser}
          only={only}
          onNewFolder={() => setAsked({ kind: 'folder' })}
          onFolders={() => setAsked({ kind: 'go' })}
          onRemovals={picking ? undefined : () => setAsked({ kind: 'removals' })}
          onFolderSettings={here && !picking ? () => setAsked({ kind: 'settings', folder: here }) : undefined}
          tools={tools}
          onDropOn={onDropOn}
          canDropOn={dragging.canDropOn}
        />
        <InterruptedUploads folder={place.folder} onChoose={() => chooser.current?.click()} />
        <Chosen count={choosing.selection.keys.size} />
        <FoundCount
          // Another order finds nothing else.
          asked={{ ...queryOf(place), sort: undefined }}
          found={foundBy(listing.query, () => ({ start: 0, size: listing.count, total: listing.count }))}
        />
        <Loaded query={listing.query}>
          {() =>
            listing.count === 0 ? (
              <NoFiles place={place} only={only} onPlace={go} onUpload={() => chooser.current?.click()} />
            ) : (
              <Items
                key={place.folder}
                listing={listing}
                choosing={choosing}
                view={place.view}
                columns={place.columns}
                sort={place.sort}
                onSort={(sort) => go({ sort })}
                label={place.folder || t`All files`}
                hasPlace={isSought(place)}
                isUsable={(item) => !picking || !item.file || picking.isUsable(item.file)}
                onRange={onRange}
                onOpen={open}
                onShow={(item) => !picking && onPlace({ file: item?.file?.id })}
                onRename={rename}
                onRemove={picking ? undefined : remove}
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
          {choosing.selection.keys.size > 0 && choosing.isMany ? (
            <SelectionBar choosing={choosing}>
              {!picking && (
                <SelectionTools
                  choosing={choosing}
                  onMove={() => setAsked({ kind: 'move', items: choosing.items })}
                  onRemove={() => remove(choosing.items)}
                  onFolderSettings={(folder) => setAsked({ kind: 'settings', folder })}
                />
              )}
            </SelectionBar>
          ) : (
            <Total listing={listing} />
          )}
        </div>
      </div>
      {place.file && (
        <DetailsPlace
          id={place.file}
          isNarrow={isNarrow}
          onClose={closeDetails}
          onRename={rename}
          onMove={(item) => setAsked({ kind: 'move', items: [item] })}
          onRemove={(item) => remove([item])}
        />
      )}
      {dragging.isOver && <DropNote folder={place.folder} />}
      <LibraryDialogs asked={asked} close={() => setAsked(undefined)} {...{ place, go, actions, choosing }} />
    </div>
  );
}

const itemWithKeyboard = (main: RefObject<HTMLElement | null>) =>
  main.current?.querySelector<HTMLElement>('[role="grid"] [data-index][tabindex="0"]');

/** What is deleted may have the keyboard, which then goes to what is in its place. Gives what to call before. */
function useFocusAfterRemoval(main: RefObject<HTMLElement | null>, count: number): () => void {
  const before = useRef<number>(undefined);
  useEffect(() => {
    if (before.current === undefined || before.current === count) return;
    before.current = undefined;
    if (document.activeElement !== document.body) return;
    const target = itemWithKeyboard(main) ?? document.querySelector<HTMLElement>('main h1[tabindex="-1"]');
    target?.focus({ preventScroll: true });
  });
  return () => {
    before.current = count;
  };
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
