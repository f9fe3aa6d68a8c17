/** The files that are found, as a CSV file. */
import { t } from '@lingui/core/macro';
import type { QueryClient } from '@tanstack/react-query';
import { type FileRecord, readListing } from '../../api/files.ts';
import { readAll } from '../../api/read-all.ts';
import { KIND_WORDS } from '../../media/kinds.ts';
import { type Place, queryOf } from '../../media/place.ts';
import { csvFrom, saveCsv } from '../csv.ts';
import type { Column } from '../define-resource.ts';

const column = (
  key: string,
  header: string,
  cell: (file: FileRecord) => string | number,
): Column<FileRecord> => ({
  key,
  header,
  cell,
});

const COLUMNS = [
  column('name', t`Name`, ({ name }) => name),
  column('folder', t`Folder`, ({ bucketName }) => bucketName),
  column('type', t`Type`, ({ type }) => KIND_WORDS[type].label),
  column('mimeType', t`Format`, ({ mimeType }) => mimeType),
  column('size', t`Bytes`, ({ size }) => size),
  column('width', t`Width`, ({ width }) => width ?? ''),
  column('height', t`Height`, ({ height }) => height ?? ''),
  column('alt', t`Alternative text`, ({ alt }) => alt),
  column('title', t`Title`, ({ title }) => title),
  column('isPublic', t`Public`, ({ isPublic }) => (isPublic ? t`Yes` : t`No`)),
  column('scopes', t`Who sees it`, ({ scopeWhitelist }) => scopeWhitelist.join(' ')),
  column('createdAt', t`Uploaded`, ({ createdAt }) => createdAt),
  column('address', t`Address`, ({ path }) => path.absolute.uri),
];

/** All files of a place, in its order. Folders are no lines of it. */
export async function saveFilesCsv(place: Place, client: QueryClient): Promise<void> {
  const query = queryOf(place);
  const files = await readAll(async (part) => {
    const listing = await readListing(query, part);
    return { data: { results: listing.files, total: listing.total } };
  });
  saveCsv('files', await csvFrom(COLUMNS, files, client));
}
