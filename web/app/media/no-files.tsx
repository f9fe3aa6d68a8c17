/** What stands in the place of files where there are none: a place to drop the first, or the way back from a search. */
import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { Images, SearchX, Upload } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyState } from '../ui/states.tsx';
import type { Kind } from './kinds.ts';
import styles from './library.module.css';
import { isSought, type Place } from './place.ts';

interface NoFilesProps {
  place: Place;
  /** The only type that can be picked: a picker shows it alone from the beginning, so nobody has looked for it. */
  only?: Kind;
  onPlace: (change: Partial<Place>) => void;
  /** Lets somebody choose files of their disk. */
  onUpload: () => void;
}

export function NoFiles({ place, only, onPlace, onUpload }: NoFilesProps): ReactNode {
  const isOwnType = place.type === only;
  if (isSought({ ...place, type: isOwnType ? undefined : place.type }))
    return <NothingFound {...{ place, only, onPlace }} />;
  return (
    <div className={styles.empty}>
      <EmptyState
        icon={Images}
        title={titleOf(place)}
        action={
          <Button variant="filled" leftSection={<Upload size={16} aria-hidden />} onClick={onUpload}>
            {place.type === 'image' ? t`Upload images` : t`Upload files`}
          </Button>
        }
      >
        <p>{t`Drag files or whole folders here, or paste an image.`}</p>
      </EmptyState>
    </div>
  );
}

function titleOf({ folder, type }: Place): string {
  if (type === 'image') return folder ? t`No images in this folder` : t`No images yet`;
  if (type) return folder ? t`Nothing of this type in this folder` : t`Nothing of this type yet`;
  return folder ? t`This folder is empty` : t`No files yet`;
}

function NothingFound({ place, only, onPlace }: Omit<NoFilesProps, 'onUpload'>): ReactNode {
  const { q, type, isAltMissing, isUnused } = place;
  const isOfType = type !== undefined && type !== only;
  const hasFilters = isOfType || isAltMissing || isUnused;
  return (
    <EmptyState
      icon={SearchX}
      title={q ? t`Nothing found for “${q}”` : t`Nothing matches the filters`}
      action={
        <Button
          onClick={() => onPlace({ q: '', type: type && only, isAltMissing: undefined, isUnused: undefined })}
        >
          {!hasFilters ? t`Clear the search` : q ? t`Clear search and filters` : t`Clear the filters`}
        </Button>
      }
    />
  );
}
