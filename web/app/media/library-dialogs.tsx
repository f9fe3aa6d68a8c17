/** What the library asks for, one at a time. */
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { FileRecord, Folder } from '../api/files.ts';
import { isWithin } from './addresses.ts';
import { GoDialog, MoveDialog, NameDialog, NewFolderDialog, stemOf } from './folder-dialogs.tsx';
import { FolderSettingsDialog } from './folder-settings-dialog.tsx';
import type { Place } from './place.ts';
import { RemovalsDialog } from './removals-dialog.tsx';
import type { FileActions } from './use-file-actions.ts';
import type { Item } from './use-listing.ts';
import type { Choosing } from './use-selection.ts';

export type Asked =
  | { kind: 'folder' | 'go' | 'removals' }
  | { kind: 'rename'; file: FileRecord }
  | { kind: 'settings'; folder: Folder }
  | { kind: 'move'; items: readonly Item[] };

interface DialogsProps {
  asked: Asked | undefined;
  close: () => void;
  place: Place;
  go: (change: Partial<Place>) => void;
  actions: FileActions;
  choosing: Choosing;
}

export function LibraryDialogs({ asked, close, place, go, actions, choosing }: DialogsProps): ReactNode {
  switch (asked?.kind) {
    case 'folder':
      return (
        <NewFolderDialog
          within={place.folder}
          onClose={close}
          onCreate={(name, scopes) => actions.makeFolder(place.folder, name, scopes)}
        />
      );
    case 'rename':
      return (
        <NameDialog
          title={t`Rename “${asked.file.name}”`}
          label={t`Name`}
          confirmLabel={t`Rename`}
          initial={asked.file.name}
          chosen={stemOf(asked.file.name)}
          onClose={close}
          onName={(name) => choosing.follow(asked.file.id, () => actions.rename(asked.file, name))}
        />
      );
    case 'settings':
      return (
        <FolderSettingsDialog
          folder={asked.folder}
          onClose={close}
          onSaved={async (folder) => {
            await actions.refresh();
            if (isWithin(place.folder, asked.folder.name))
              go({ folder: folder.name + place.folder.slice(asked.folder.name.length) });
          }}
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
      return <RemovalsDialog onClose={close} onRestore={actions.restore} />;
    default:
      return null;
  }
}
