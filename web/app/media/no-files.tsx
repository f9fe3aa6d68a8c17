/** What stands in the place of files where there are none. */
import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { Images, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyState } from '../ui/states.tsx';
import { isSought, type Place } from './place.ts';

interface NoFilesProps {
  place: Place;
  onPlace: (change: Partial<Place>) => void;
}

export function NoFiles({ place, onPlace }: NoFilesProps): ReactNode {
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
