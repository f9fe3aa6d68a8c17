import { t } from '@lingui/core/macro';
import { ifMatch } from '../../api/fetch.ts';
import {
  linkedDataGetOptions,
  linkedDataListOptions,
} from '../../api/generated/@tanstack/react-query.gen.ts';
import { type LinkedDataOut, linkedDataDelete } from '../../api/generated/index.ts';
import { linkedDataKey } from '../../api/linked-data.ts';
import { pagesKey } from '../../api/pages.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { defineResource } from '../define-resource.ts';
import { UsedOn } from '../used-on.tsx';
import entry from './entry.ts';
import { LinkedDataForm } from './linked-data-form.tsx';
import { typesIn } from './linked-data-values.ts';

export default defineResource<LinkedDataOut>({
  ...entry,
  columns: [
    { key: 'name', header: t`Name`, isSortable: true, cell: ({ name }) => name },
    { key: 'types', header: t`Type`, width: '30%', cell: typesIn },
    {
      key: 'pageCount',
      header: t`Pages`,
      width: '7rem',
      cell: (item) => <UsedOn pageCount={item.pageCount} filter={`linkedData=${item.id}`} />,
      text: ({ pageCount }) => pageCount,
    },
    {
      key: 'updatedAt',
      header: t`Changed`,
      isSortable: true,
      width: '10rem',
      cell: ({ updatedAt }) => <RelativeTime moment={updatedAt} />,
      text: ({ updatedAt }) => updatedAt,
    },
  ],
  defaultSort: 'name',
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  list: (params) => linkedDataListOptions({ query: params }),
  get: (id) => linkedDataGetOptions({ path: { id } }),
  // It outlives the page that it is sent from: a delayed deletion is sent on leaving.
  remove: ({ id, version }) => linkedDataDelete({ path: { id }, headers: ifMatch(version), keepalive: true }),
  removalNote: t`It is taken off the pages that have it.`,
  Form: LinkedDataForm,
  // Pages lose what is deleted.
  invalidates: [linkedDataKey, pagesKey],
});
