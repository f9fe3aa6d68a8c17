import { t } from '@lingui/core/macro';
import { blocksKey } from '../../api/blocks.ts';
import { blocksGetOptions, blocksListOptions } from '../../api/generated/@tanstack/react-query.gen.ts';
import { type BranchInList, blocksCreate } from '../../api/generated/index.ts';
import { layoutsKey } from '../../api/layouts.ts';
import { pagesKey } from '../../api/pages.ts';
import { changedColumn, nameColumn, usedOnColumn } from '../columns.tsx';
import { defineResource } from '../define-resource.ts';
import { duplicating } from '../duplicating.ts';
import { BlockForm } from './block-form.tsx';
import entry from './entry.ts';
import { RemovalProgress } from './removal-progress.tsx';
import { removeBlock } from './removing.ts';

export default defineResource<BranchInList>({
  ...entry,
  columns: [nameColumn(), usedOnColumn('block'), changedColumn()],
  defaultSort: 'name',
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  nothing: {
    title: t`No shared blocks yet`,
    detail: t`Make one here, or turn a row into one in the editor: its settings have “Shared block”.`,
  },
  list: (params) => blocksListOptions({ query: params }),
  get: (id) => blocksGetOptions({ path: { id } }),
  remove: removeBlock,
  removalNote: t`It is removed from all pages that show it.`,
  menuActions: ({ id, name }) => [
    duplicating<BranchInList>({
      name,
      make: async (called) => (await blocksCreate({ body: { name: called, copyOf: id } })).data,
      remove: removeBlock,
    }),
  ],
  Head: RemovalProgress,
  Form: BlockForm,
  invalidates: [blocksKey, layoutsKey, pagesKey],
});
