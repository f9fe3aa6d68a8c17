import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ifMatch } from '../../api/fetch.ts';
import { type BranchInList, blocksCreate, blocksUpdate } from '../../api/generated/index.ts';
import { Notice } from '../../ui/notice.tsx';
import type { FormProps } from '../define-resource.ts';
import type { Section } from '../form-fields.ts';
import { ResourceForm } from '../resource-form.tsx';
import { UsedOn } from '../used-on.tsx';

interface BlockValues {
  name: string;
  [name: string]: unknown;
}

function sectionsOf(block: BranchInList | undefined): Section<BlockValues>[] {
  return [
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
      preview: () => <WhereToEdit block={block} />,
    },
  ];
}

function WhereToEdit({ block }: { block: BranchInList | undefined }) {
  return (
    <Notice>
      {block && block.pageCount > 0 ? (
        <Trans>
          Shown on <UsedOn pageCount={block.pageCount} filter={`block=${block.id}`} />. Edit it in the editor
          on any of them.
        </Trans>
      ) : (
        <Trans>
          Add it to a page in the editor, under “Shared blocks” in the palette, and edit it there.
        </Trans>
      )}
    </Notice>
  );
}

async function save({ name }: BlockValues, block: BranchInList | undefined): Promise<BranchInList> {
  const { data } = block
    ? await blocksUpdate({ path: { id: block.id }, headers: ifMatch(block.version), body: { name } })
    : await blocksCreate({ body: { name } });
  return data;
}

export function BlockForm(props: FormProps<BranchInList>) {
  return (
    <ResourceForm<BlockValues, BranchInList>
      {...props}
      sectionsOf={sectionsOf}
      valuesOf={(block) => ({ name: block?.name ?? '' })}
      submit={save}
      submitLabel={props.record ? t`Save` : t`Create shared block`}
    />
  );
}
