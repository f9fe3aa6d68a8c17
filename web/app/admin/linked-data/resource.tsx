import { plural, t } from '@lingui/core/macro';
import { ifMatch } from '../../api/fetch.ts';
import {
  linkedDataGetOptions,
  linkedDataListOptions,
} from '../../api/generated/@tanstack/react-query.gen.ts';
import { type LinkedDataOut, linkedDataDelete } from '../../api/generated/index.ts';
import { linkedDataKey } from '../../api/linked-data.ts';
import { pagesKey } from '../../api/pages.ts';
import { Badge } from '../../ui/badge.tsx';
import { changedColumn, nameColumn, usedOnColumn } from '../columns.tsx';
import { defineResource } from '../define-resource.ts';
import entry from './entry.ts';
import { LinkedDataForm } from './linked-data-form.tsx';
import { typesIn } from './linked-data-values.ts';

export default defineResource<LinkedDataOut>({
  ...entry,
  columns: [
    nameColumn(),
    { key: 'types', header: t`Type`, width: '30%', cell: typesIn },
    {
      key: 'warnings',
      header: t`Advice`,
      width: '9rem',
      cell: ({ warnings }) =>
        warnings.length > 0 ? (
          <Badge tone="warning">{plural(warnings.length, { one: '# hint', other: '# hints' })}</Badge>
        ) : (
          t`None`
        ),
      text: ({ warnings }) => warnings.length,
    },
    usedOnColumn('linkedData'),
    changedColumn(),
  ],
  defaultSort: 'name',
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  list: (params) => linkedDataListOptions({ query: params }),
  get: (id) => linkedDataGetOptions({ path: { id } }),
  // It outlives the page that it is sent from: a delayed deletion is sent on leaving.
  remove: ({ id, version }) => linkedDataDelete({ path: { id }, headers: ifMatch(version), keepalive: true }),
  removalNote: t`It is removed from the pages that have it.`,
  Form: LinkedDataForm,
  // Pages lose what is deleted.
  invalidates: [linkedDataKey, pagesKey],
});
