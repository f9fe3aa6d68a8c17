/** The library in a dialog, to pick files from. The folder is remembered for the next time. */
import { plural, t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { FileRecord } from '../../api/files.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { onlyOf } from '../kinds.ts';
import { Library } from '../library.tsx';
import { HOME, type Place } from '../place.ts';
import { answerPicking, type Picking } from './pick-files.ts';

const REMEMBERED = 'pw-picker';

type Kept = Pick<Place, 'folder' | 'view' | 'sort' | 'columns'>;

/** How it was left; what the browser keeps may be anything. */
function readKept(): Kept {
  try {
    const { folder, view, sort, columns } = JSON.parse(sessionStorage.getItem(REMEMBERED) ?? '{}');
    return {
      folder: typeof folder === 'string' ? folder : HOME.folder,
      view: view === 'list' ? 'list' : 'grid',
      sort: typeof sort === 'string' ? (sort as Place['sort']) : HOME.sort,
      columns: typeof columns === 'string' ? columns : undefined,
    };
  } catch {
    return HOME;
  }
}

export function PickerDialog({ id, types, multiple = false, folder }: Picking & { id: number }): ReactNode {
  const [place, setPlace] = useState<Place>(() => {
    const kept = { ...HOME, ...readKept() };
    return { ...kept, folder: folder ?? kept.folder, type: onlyOf(types) };
  });
  const [chosen, setChosen] = useState<FileRecord[]>([]);
  const change = (changes: Partial<Place>) => {
    const next = { ...place, ...changes };
    setPlace(next);
    const { folder, view, sort, columns } = next;
    sessionStorage.setItem(REMEMBERED, JSON.stringify({ folder, view, sort, columns }));
  };
  const answer = (files: FileRecord[]) => answerPicking(id, files);
  return (
    <Dialog
      opened
      persistent
      size={1080}
      title={titleOf(types, multiple)}
      onClose={() => answer([])}
      footer={
        <>
          <Button onClick={() => answer([])}>{t`Cancel`}</Button>
          <Button variant="filled" disabled={chosen.length === 0} onClick={() => answer(chosen)}>
            {chosen.length > 1
              ? t`Choose ${plural(chosen.length, { one: '# file', other: '# files' })}`
              : t`Choose`}
          </Button>
        </>
      }
    >
      <Library
        place={place}
        onPlace={change}
        picking={{
          isMany: multiple,
          types,
          isUsable: (file) => !types || types.includes(file.type),
          onChosen: setChosen,
          onPick: answer,
        }}
      />
    </Dialog>
  );
}

function titleOf(types: Picking['types'], multiple: boolean): string {
  if (onlyOf(types) === 'image') return multiple ? t`Choose images` : t`Choose an image`;
  return multiple ? t`Choose files` : t`Choose a file`;
}
