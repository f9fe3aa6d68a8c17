import { plural, t } from '@lingui/core/macro';
import {
  linkedDataGetOptions,
  linkedDataListOptions,
} from '../../api/generated/@tanstack/react-query.gen.ts';
import { type LinkedDataOut, linkedDataDelete } from '../../api/generated/index.ts';
import { pagesKey } from '../../api/pages.ts';
import { Badge } from '../../ui/badge.tsx';
import { changedColumn, nameColumn, usedOnColumn } from '../columns.tsx';
import { definePlainResource } from '../define-plain-resource.ts';
import entry from './entry.ts';
import { LinkedDataForm } from './linked-data-form.tsx';
import { typesIn } from './linked-data-values.ts';

export default definePlainResource<LinkedDataOut>({
  ...entry,
  api: {
    tag: 'linked_data',
    list: linkedDataListOptions,
    get: linkedDataGetOptions,
    delete: linkedDataDelete,
  },
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
  nameOf: ({ name }) => name,
  removalNote: t`It is removed from the pages that have it.`,
  Form: LinkedDataForm,
  // Pages lose what is deleted.
  alsoInvalidates: [pagesKey],
});
