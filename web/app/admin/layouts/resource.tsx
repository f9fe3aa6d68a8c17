import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { layoutsGetOptions, layoutsListOptions } from '../../api/generated/@tanstack/react-query.gen.ts';
import {
  type LayoutCreate,
  type LayoutInList,
  layoutsCreate,
  layoutsDelete,
  layoutsUpdate,
} from '../../api/generated/index.ts';
import { changedColumn, nameColumn, usedOnColumn } from '../columns.tsx';
import { definePlainResource, removing } from '../define-plain-resource.ts';
import { duplicating } from '../duplicating.ts';
import { UsedOnNotice } from '../used-on.tsx';
import entry from './entry.ts';

const COPY_OF = {
  type: 'reference',
  name: 'copyOf',
  label: t`Start with`,
  hint: t`The layout to copy, with its header and footer. Leave it empty to start with one column.`,
  to: 'layouts',
} as const;

export default definePlainResource<LayoutInList, LayoutCreate>({
  ...entry,
  api: {
    tag: 'layouts',
    list: layoutsListOptions,
    get: layoutsGetOptions,
    create: layoutsCreate,
    update: layoutsUpdate,
    delete: layoutsDelete,
  },
  columns: [nameColumn(), usedOnColumn('layout'), changedColumn()],
  defaultSort: 'name',
  nameOf: ({ name }) => name,
  canRemove: ({ pageCount, isDefault }) => pageCount === 0 && !isDefault,
  menuActions: ({ id, name }) => [
    duplicating<LayoutInList>({
      name,
      make: async (called) => (await layoutsCreate({ body: { name: called, copyOf: id } })).data,
      remove: removing(layoutsDelete),
    }),
  ],
  sectionsOf: (layout) => [
    {
      fields: [
        {
          type: 'text',
          name: 'name',
          label: t`Name`,
          hint: t`Only shown here. Visitors never see it.`,
          required: true,
          maxLength: 200,
        },
        ...(layout ? [] : [COPY_OF]),
      ],
      preview: () =>
        layout && (
          <UsedOnNotice
            record={layout}
            filter="layout"
            unused={t`No page has this layout. Choose it in the settings of a page, then edit it there.`}
            used={(pages) => (
              <Trans>
                Used on {pages}. Edit it in the editor on any of them: what you change around a page’s own
                content shows on all.
              </Trans>
            )}
          />
        ),
    },
  ],
});
