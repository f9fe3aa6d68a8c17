/** The columns of the library's list. The first names the file or folder, the others say more of it. */
import { t } from '@lingui/core/macro';
import type { CSSProperties, ReactNode } from 'react';
import type { Formats } from '#words/format.ts';
import type { FileRecord } from '../api/files.ts';
import type { ChoosableColumn } from '../ui/chosen-columns.ts';
import { RelativeTime } from '../ui/relative-time.tsx';
import { asLabel } from '../visibility/names.ts';
import { KIND_WORDS, sizeInWords } from './kinds.ts';
import type { Sort } from './place.ts';
import { placeOf } from './use-file-actions.ts';
import type { Item } from './use-listing.ts';

export interface LibraryColumn extends ChoosableColumn {
  /** What a press on its head sorts by first, and what one more does. */
  sorts?: [Sort, Sort];
  /** CSS length that it has where there is room. */
  width: string;
  /** What it has at least where what it says may be cut off; all others keep their width. The list scrolls sideways then. */
  least?: string;
  /** Left out for the name, which is drawn with the picture. */
  cell?: (item: Item, formats: Formats) => ReactNode;
}

/** What only files have. */
const ofFile =
  (cell: (file: FileRecord, formats: Formats) => ReactNode): LibraryColumn['cell'] =>
  ({ file }, formats) =>
    file && cell(file, formats);

export const COLUMNS: readonly LibraryColumn[] = [
  { key: 'name', header: t`Name`, sorts: ['name', '-name'], width: '' },
  {
    key: 'type',
    header: t`Type`,
    sorts: ['mimeType', '-mimeType'],
    width: '7rem',
    cell: ({ file }) => (file ? KIND_WORDS[file.type].label : t`Folder`),
  },
  {
    key: 'size',
    header: t`Size`,
    sorts: ['-size', 'size'],
    width: '6rem',
    cell: ofFile(({ size }, { number }) => sizeInWords(size, number)),
  },
  {
    key: 'createdAt',
    header: t`Uploaded`,
    sorts: ['-createdAt', 'createdAt'],
    width: '8rem',
    cell: ({ file, folder }) => <RelativeTime moment={(file ?? folder).createdAt} />,
  },
  {
    key: 'updatedAt',
    header: t`Changed`,
    sorts: ['-updatedAt', 'updatedAt'],
    isExtra: true,
    width: '8rem',
    cell: ({ file, folder }) => <RelativeTime moment={(file ?? folder).updatedAt} />,
  },
  {
    key: 'folder',
    header: t`Folder`,
    isExtra: true,
    width: '10rem',
    least: '8rem',
    cell: (item) => placeOf(item) || t`All files`,
  },
  {
    key: 'dimensions',
    header: t`Dimensions`,
    isExtra: true,
    width: '8rem',
    cell: ofFile(({ width, height }, { number }) =>
      width && height ? `${number(width)} × ${number(height)}` : '',
    ),
  },
  {
    key: 'alt',
    header: t`Alternative text`,
    isExtra: true,
    width: '14rem',
    least: '10rem',
    cell: ofFile(({ alt }) => alt),
  },
  {
    key: 'title',
    header: t`Title`,
    isExtra: true,
    width: '12rem',
    least: '9rem',
    cell: ofFile(({ title }) => title),
  },
  {
    key: 'scopes',
    header: t`Who sees it`,
    isExtra: true,
    width: '10rem',
    least: '8rem',
    cell: ({ file, folder }) =>
      audienceOf(file ?? { isPublic: true, scopeWhitelist: folder.metaData.scopeWhitelist ?? [] }),
  },
];

function audienceOf({ isPublic, scopeWhitelist }: Pick<FileRecord, 'isPublic' | 'scopeWhitelist'>): string {
  return asLabel(scopeWhitelist, true) || (isPublic ? t`Everyone` : t`Editors only`);
}

/** Where heads and cells stand. The name has what the others leave, and as much as stays beside what is scrolled. */
export const trackStyle = (columns: readonly LibraryColumn[]): CSSProperties => ({
  gridTemplateColumns: [
    'minmax(var(--library-name), 1fr)',
    ...columns.slice(1).map(({ width, least = width }) => `minmax(${least}, ${width})`),
  ].join(' '),
});
