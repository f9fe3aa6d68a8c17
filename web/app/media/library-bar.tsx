/** What stands above the files: where one is, search, filters, order, view, and what adds files and folders. */
import { t } from '@lingui/core/macro';
import { ActionIcon, Button, Menu, NativeSelect, SegmentedControl, Tooltip } from '@mantine/core';
import {
  ChevronRight,
  FolderCog,
  FolderPlus,
  FolderTree as FolderTreeIcon,
  FolderUp,
  LayoutGrid,
  List,
  MoreHorizontal,
  Trash2,
  Upload,
} from 'lucide-react';
import { type DragEvent, type ReactNode, type RefObject, useRef } from 'react';
import { columnsIn, withColumnToggled } from '../ui/chosen-columns.ts';
import { ColumnsMenu } from '../ui/columns-menu.tsx';
import { ListSearch } from '../ui/list-search.tsx';
import { trailOf } from './addresses.ts';
import { COLUMNS } from './columns.tsx';
import type { Kind } from './kinds.ts';
import styles from './library.module.css';
import { LibraryFilters } from './library-filters.tsx';
import type { Place, Sort, View } from './place.ts';
import { chosenFiles, type Found } from './uploads/dropped.ts';

interface LibraryBarProps {
  place: Place;
  onPlace: (change: Partial<Place>) => void;
  onSearch: (q: string) => void;
  /** Another search is being typed. */
  onSearchTyped?: () => void;
  onFiles: (found: Found[]) => void;
  /** What files of the disk are chosen by, also from elsewhere. */
  chooser: RefObject<HTMLInputElement | null>;
  /** The only type that can be picked. */
  only?: Kind;
  onNewFolder: () => void;
  onFolders: () => void;
  onRemovals?: () => void;
  /** Left out at the top of the library. */
  onFolderSettings?: () => void;
  /** Beside the order: what a screen adds. */
  tools?: ReactNode;
  onDropOn: (folder: string, event: DragEvent) => void;
  canDropOn: (folder: string, event: DragEvent) => boolean;
}

const SORT_WORDS: Record<Sort, string> = {
  name: t`Name`,
  '-name': t`Name, Z to A`,
  '-createdAt': t`Newest first`,
  createdAt: t`Oldest first`,
  '-size': t`Largest first`,
  size: t`Smallest first`,
  mimeType: t`Type`,
  '-mimeType': t`Type, Z to A`,
  '-updatedAt': t`Recently changed`,
  updatedAt: t`Unchanged longest`,
};

export function LibraryBar(props: LibraryBarProps): ReactNode {
  const { place, onPlace } = props;
  return (
    <div className={styles.bar}>
      <div className={styles.line}>
        <Trail {...props} />
        <Adding {...props} />
      </div>
      <div className={styles.line}>
        <ListSearch
          label={t`Search files`}
          value={place.q}
          onChange={props.onSearch}
          onType={props.onSearchTyped}
        />
        <LibraryFilters place={place} only={props.only} onPlace={onPlace} />
        <NativeSelect
          className={styles.select}
          aria-label={t`Sort by`}
          value={place.sort}
          onChange={(event) => onPlace({ sort: event.currentTarget.value as Sort })}
          data={Object.entries(SORT_WORDS).map(([value, label]) => ({ value, label }))}
        />
        {place.view === 'list' && <ListColumns {...props} />}
        {props.tools && <div className={styles.tools}>{props.tools}</div>}
        <SegmentedControl
          className={styles.views}
          size="sm"
          aria-label={t`View`}
          value={place.view}
          onChange={(view) => onPlace({ view: view as View })}
          data={[
            { value: 'grid', label: <ViewIcon icon={LayoutGrid} label={t`Grid`} /> },
            { value: 'list', label: <ViewIcon icon={List} label={t`List`} /> },
          ]}
        />
      </div>
    </div>
  );
}

function ListColumns({ place: { columns }, onPlace }: LibraryBarProps): ReactNode {
  return (
    <ColumnsMenu
      columns={COLUMNS}
      shown={columnsIn(columns, COLUMNS).map(({ key }) => key)}
      onToggle={(key) => onPlace({ columns: withColumnToggled(columns, COLUMNS, key) })}
    />
  );
}

function ViewIcon({ icon: Icon, label }: { icon: typeof List; label: string }): ReactNode {
  return (
    <span className={styles.view} title={label}>
      <Icon size={16} aria-hidden />
      <span className="pw-visually-hidden">{label}</span>
    </span>
  );
}

/** From the top down to the folder that is open. Files can be dropped on the folders above. */
function Trail(props: LibraryBarProps): ReactNode {
  const { place, onPlace, onFolders, onFolderSettings, onDropOn, canDropOn } = props;
  const steps = [{ name: '', label: t`All files` }, ...trailOf(place.folder)];
  const target = (folder: string) => ({
    onDragOver: (event: DragEvent) => {
      if (!canDropOn(folder, event)) return;
      event.preventDefault();
      event.stopPropagation();
    },
    onDrop: (event: DragEvent) => {
      if (!canDropOn(folder, event)) return;
      event.preventDefault();
      event.stopPropagation();
      onDropOn(folder, event);
    },
  });
  return (
    <nav className={styles.trail} aria-label={t`Folder`}>
      <ActionIcon className={styles.folders} aria-label={t`Folders`} onClick={onFolders}>
        <FolderTreeIcon size={17} aria-hidden />
      </ActionIcon>
      <ol>
        {steps.map(({ name, label }, index) => (
          <li key={name}>
            {index > 0 && <ChevronRight size={14} aria-hidden />}
            {index === steps.length - 1 ? (
              <span aria-current="page">{label}</span>
            ) : (
              <button type="button" onClick={() => onPlace({ folder: name, q: '' })} {...target(name)}>
                {label}
              </button>
            )}
          </li>
        ))}
      </ol>
      {onFolderSettings && (
        <Tooltip label={t`Folder settings`}>
          <ActionIcon aria-label={t`Folder settings`} onClick={onFolderSettings}>
            <FolderCog size={17} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
    </nav>
  );
}

/** What a browser offers first, of the types that it can tell by themselves. */
const ACCEPTED: Partial<Record<Kind, string>> = { image: 'image/*', video: 'video/*', audio: 'audio/*' };

function Adding({ onFiles, chooser, only, onNewFolder, onRemovals }: LibraryBarProps): ReactNode {
  const folder = useRef<HTMLInputElement>(null);
  const input = (isFolder: boolean) => ({
    type: 'file',
    multiple: true,
    hidden: true,
    // Not in the types: it is no attribute of the standard's, and every browser has it.
    ...(isFolder && { webkitdirectory: '' }),
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
      if (currentTarget.files) onFiles(chosenFiles(currentTarget.files));
      currentTarget.value = '';
    },
  });
  return (
    <div className={styles.adding}>
      <input ref={chooser} data-upload="files" accept={only && ACCEPTED[only]} {...input(false)} />
      <input ref={folder} data-upload="folder" {...input(true)} />
      <Tooltip label={t`New folder`}>
        <ActionIcon variant="default" size={34} aria-label={t`New folder`} onClick={onNewFolder}>
          <FolderPlus size={17} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={34} aria-label={t`More`}>
            <MoreHorizontal size={17} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<FolderUp size={16} aria-hidden />} onClick={() => folder.current?.click()}>
            {t`Upload a folder`}
          </Menu.Item>
          {onRemovals && (
            <Menu.Item leftSection={<Trash2 size={16} aria-hidden />} onClick={onRemovals}>
              {t`Recently deleted`}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <Button
        className={styles.upload}
        variant="filled"
        leftSection={<Upload size={16} aria-hidden />}
        onClick={() => chooser.current?.click()}
      >
        <span>{t`Upload`}</span>
      </Button>
    </div>
  );
}
