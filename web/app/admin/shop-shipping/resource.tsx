import { t } from '@lingui/core/macro';
import {
  shippingMatricesGetOptions,
  shippingMatricesListOptions,
} from '../../api/generated/@tanstack/react-query.gen.ts';
import { type ShippingMatrixOut, shippingMatricesDelete } from '../../api/generated/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { changedColumn } from '../columns.tsx';
import { definePlainResource } from '../define-plain-resource.ts';
import entry from './entry.ts';
import { MatrixForm } from './matrix-form.tsx';
import { summaryOf } from './words.ts';

export default definePlainResource<ShippingMatrixOut>({
  ...entry,
  api: {
    tag: 'shipping_matrices',
    list: shippingMatricesListOptions,
    get: shippingMatricesGetOptions,
    delete: shippingMatricesDelete,
  },
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
    detail: t`Until there are rules, the shop delivers nothing. Start with one rule: in every other case, delivery costs a fixed amount.`,
  },
  defaultSort: 'name',
  nameOf: ({ name }) => name,
  Form: MatrixForm,
});
