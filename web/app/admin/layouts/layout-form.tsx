import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ifMatch } from '../../api/fetch.ts';
import { type LayoutInList, layoutsCreate, layoutsUpdate } from '../../api/generated/index.ts';
import { Notice } from '../../ui/notice.tsx';
import type { FormProps } from '../define-resource.ts';
import type { Section } from '../form-fields.ts';
import { ResourceForm } from '../resource-form.tsx';
import { UsedOn } from '../used-on.tsx';

interface LayoutValues {
  name: string;
  copyOf: string | null;
  [name: string]: unknown;
}

function sectionsOf(layout: LayoutInList | undefined): Section<LayoutValues>[] {
  return [
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
        {
          type: 'reference',
          name: 'copyOf',
          label: t`Start with`,
          hint: t`The layout to copy, with its header and footer. Leave it empty to start with one column.`,
          to: 'layouts',
          isShown: () => layout === undefined,
        },
      ],
      preview: () => layout && <WhereToEdit layout={layout} />,
    },
  ];
}

function WhereToEdit({ layout: { id, pageCount } }: { layout: LayoutInList }) {
  return (
    <Notice>
      {pageCount === 0 ? (
        <Trans>No page has this layout. Choose it in the settings of a page, then edit it there.</Trans>
      ) : (
        <Trans>
          Used on <UsedOn pageCount={pageCount} filter={`layout=${id}`} />. Edit it in the editor on any of
          them: what you change around a page’s own content shows on all.
        </Trans>
      )}
    </Notice>
  );
}

async function save({ name, copyOf }: LayoutValues, layout: LayoutInList | undefined): Promise<LayoutInList> {
  const { data } = layout
    ? await layoutsUpdate({ path: { id: layout.id }, headers: ifMatch(layout.version), body: { name } })
    : await layoutsCreate({ body: { name, copyOf } });
  return data;
}

export function LayoutForm(props: FormProps<LayoutInList>) {
  return (
    <ResourceForm<LayoutValues, LayoutInList>
      {...props}
      sectionsOf={sectionsOf}
      valuesOf={(layout) => ({ name: layout?.name ?? '', copyOf: null })}
      submit={save}
      submitLabel={props.record ? t`Save` : t`Create layout`}
    />
  );
}
