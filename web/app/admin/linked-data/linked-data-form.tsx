import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ifMatch } from '../../api/fetch.ts';
import { type LinkedDataOut, linkedDataCreate, linkedDataUpdate } from '../../api/generated/index.ts';
import { ProblemError } from '../../api/problem.ts';
import type { FormProps } from '../define-resource.ts';
import type { Section } from '../form-fields.ts';
import { ResourceForm } from '../resource-form.tsx';
import field from '../source-field/source-field.module.css';
import { UsedOn } from '../used-on.tsx';
import { JsonEditor } from './json-editor.tsx';
import { inputOf, type LinkedDataValues, startFollowing, valuesOf, withLines } from './linked-data-values.ts';
import { Preview } from './preview.tsx';
import { STARTS } from './starts.ts';

function sectionsOf(item: LinkedDataOut | undefined): Section<LinkedDataValues>[] {
  return [
    {
      fields: [
        {
          type: 'choice',
          name: 'start',
          label: t`Start with`,
          hint: t`Fills in the name and the text, unless you have changed them.`,
          options: Object.entries(STARTS).map(([value, { label }]) => ({ value, label })),
          alsoSets: startFollowing,
          isShown: () => item === undefined,
        },
        {
          type: 'text',
          name: 'name',
          label: t`Name`,
          hint: t`Only shown here. Visitors never see it.`,
          required: true,
          maxLength: 200,
        },
        {
          type: 'drawn',
          name: 'text',
          label: t`JSON-LD`,
          hint: t`Each page fills in the placeholders. Empty ones are left out.`,
          draw: (props) => <JsonEditor {...props} />,
        },
      ],
      preview: ({ text }) => (
        <>
          {item && <p className={field.hint}>{whereUsed(item)}</p>}
          <Preview text={text} />
        </>
      ),
    },
  ];
}

const whereUsed = (item: LinkedDataOut) =>
  item.pageCount === 0 ? (
    t`No page uses it yet. Attach it in the settings of a page.`
  ) : (
    <Trans>
      Attached to <UsedOn pageCount={item.pageCount} filter={`linkedData=${item.id}`} />. What you save shows
      there at once.
    </Trans>
  );

async function save(values: LinkedDataValues, item: LinkedDataOut | undefined): Promise<LinkedDataOut> {
  const body = inputOf(values);
  try {
    const { data } = item
      ? await linkedDataUpdate({ path: { id: item.id }, headers: ifMatch(item.version), body })
      : await linkedDataCreate({ body });
    return data;
  } catch (error) {
    throw error instanceof ProblemError ? withLines(error, values.text) : error;
  }
}

export function LinkedDataForm(props: FormProps<LinkedDataOut>) {
  return (
    <ResourceForm<LinkedDataValues, LinkedDataOut>
      {...props}
      sectionsOf={sectionsOf}
      valuesOf={valuesOf}
      submit={save}
      submitLabel={props.record ? t`Save` : t`Create linked data`}
    />
  );
}
