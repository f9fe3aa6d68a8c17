import { t } from '@lingui/core/macro';
import { ifMatch } from '../../api/fetch.ts';
import {
  shippingMatricesGetOptions,
  shippingMatricesListOptions,
} from '../../api/generated/@tanstack/react-query.gen.ts';
import { type ShippingMatrixOut, shippingMatricesDelete } from '../../api/generated/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { changedColumn } from '../columns.tsx';
import { defineResource } from '../define-resource.ts';
import entry from './entry.ts';
import { MatrixForm } from './matrix-form.tsx';
import { summaryOf } from './words.ts';

export default defineResource<ShippingMatrixOut>({
  ...entry,
  columns: [
    {
      key: 'name',
      header: t`Name`,
      isSortable: true,
      cell: ({ name, isFirst }) => (
        <>
          {name} {isFirst && <Badge>{t`Read first`}</Badge>}
        </>
      ),
      text: ({ name }) => name,
    },
    { key: 'rows', header: t`Rules`, width: '50%', cell: ({ rows, currency }) => summaryOf(rows, currency) },
    changedColumn(),
  ],
  nothing: {
    title: t`No delivery charges yet`,
    detail: t`Until there are rules, the shop delivers nothing. Begin with one: in every other case, delivery costs so much.`,
  },
  defaultSort: 'name',
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  list: (params) => shippingMatricesListOptions({ query: { ...params } }),
  get: (id) => shippingMatricesGetOptions({ path: { id } }),
  // It outlives the page that it is sent from: a delayed deletion is sent on leaving.
  remove: ({ id, version }) =>
    shippingMatricesDelete({ path: { id }, headers: ifMatch(version), keepalive: true }),
  Form: MatrixForm,
  invalidates: [[{ tags: ['shipping_matrices'] }]],
});
