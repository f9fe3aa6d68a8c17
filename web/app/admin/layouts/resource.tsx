import { ifMatch } from '../../api/fetch.ts';
import { layoutsGetOptions, layoutsListOptions } from '../../api/generated/@tanstack/react-query.gen.ts';
import { type LayoutInList, layoutsCreate, layoutsDelete } from '../../api/generated/index.ts';
import { layoutsKey } from '../../api/layouts.ts';
import { changedColumn, nameColumn, usedOnColumn } from '../columns.tsx';
import { defineResource } from '../define-resource.ts';
import { duplicating } from '../duplicating.ts';
import entry from './entry.ts';
import { LayoutForm } from './layout-form.tsx';

// It outlives the page that it is sent from: a delayed deletion is sent on leaving.
const remove = ({ id, version }: LayoutInList) =>
  layoutsDelete({ path: { id }, headers: ifMatch(version), keepalive: true });

export default defineResource<LayoutInList>({
  ...entry,
  columns: [nameColumn(), usedOnColumn('layout'), changedColumn()],
  defaultSort: 'name',
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  list: (params) => layoutsListOptions({ query: params }),
  get: (id) => layoutsGetOptions({ path: { id } }),
  remove,
  canRemove: ({ pageCount, isDefault }) => pageCount === 0 && !isDefault,
  menuActions: ({ id, name }) => [
    duplicating<LayoutInList>({
      name,
      make: async (called) => (await layoutsCreate({ body: { name: called, copyOf: id } })).data,
      remove,
    }),
  ],
  Form: LayoutForm,
  invalidates: [layoutsKey],
});
