import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { blocksGetOptions, blocksListOptions } from '../../api/generated/@tanstack/react-query.gen.ts';
import { type BranchInList, blocksCreate, blocksUpdate } from '../../api/generated/index.ts';
import { layoutsKey } from '../../api/keys.ts';
import { pagesKey } from '../../api/pages.ts';
import { changedColumn, nameColumn, usedOnColumn } from '../columns.tsx';
import { definePlainResource } from '../define-plain-resource.ts';
import { duplicating } from '../duplicating.ts';
import { UsedOnNotice } from '../used-on.tsx';
import entry from './entry.ts';
import { RemovalProgress } from './removal-progress.tsx';
import { followRemoval, removeBlock } from './removing.ts';

export default definePlainResource<BranchInList>({
  ...entry,
  api: {
    tag: 'blocks',
    list: blocksListOptions,
    get: blocksGetOptions,
    create: blocksCreate,
    update: blocksUpdate,
  },
  columns: [nameColumn(), usedOnColumn('block'), changedColumn()],
  defaultSort: 'name',
  nameOf: ({ name }) => name,
  nothing: {
    title: t`No shared blocks yet`,
    detail: t`Create one here, or turn a row into one in the editor, under “Shared block” in its settings.`,
  },
  remove: removeBlock,
  followRemoval,
  removalNote: t`It is removed from all pages that show it.`,
  menuActions: ({ id, name }) => [
    duplicating<BranchInList>({
      name,
      make: async (called) => (await blocksCreate({ body: { name: called, copyOf: id } })).data,
      remove: async (copy) => followRemoval(copy, await removeBlock(copy)),
    }),
  ],
  Head: RemovalProgress,
  sectionsOf: (block) => [
    {
      fields: [
        {
          type: 'text',
          name: 'name',
          label: t`Name`,
          hint: t`Only shown here and in the editor. Visitors never see it.`,
          required: true,
          maxLength: 200,
        },
      ],
      preview: () => (
        <UsedOnNotice
          record={block}
          filter="block"
          unused={t`Add it to a page in the editor, under “Shared blocks” in the palette, and edit it there.`}
          used={(pages) => <Trans>Shown on {pages}. Edit it in the editor on any of them.</Trans>}
        />
      ),
    },
  ],
  alsoInvalidates: [layoutsKey, pagesKey],
});
