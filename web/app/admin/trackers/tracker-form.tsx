import { t } from '@lingui/core/macro';
import { ifMatch } from '../../api/fetch.ts';
import { type TrackerOut, trackersCreate, trackersUpdate } from '../../api/generated/index.ts';
import { type FormProps, mayWrite } from '../define-resource.ts';
import type { Section } from '../form-fields.ts';
import { optionsOf } from '../options-of.ts';
import { ResourceForm } from '../resource-form.tsx';
import entry from './entry.ts';
import { PagesOf } from './pages-of.tsx';
import { inputOf, type TrackerValues, valuesOf } from './tracker-values.ts';
import { CATEGORIES, PLACES } from './words.ts';

const sectionsOf = (tracker: TrackerOut | undefined): Section<TrackerValues>[] => [
  {
    fields: [
      { type: 'text', name: 'name', label: t`Name`, required: true, maxLength: 200 },
      {
        type: 'switch',
        name: 'isEnabled',
        label: t`On`,
        hint: t`Pages load it for visitors who agree to its category.`,
      },
      {
        type: 'switch',
        name: 'isOnAllPages',
        label: t`On all pages`,
        hint: t`Off, only the pages load it that you choose it for, under “Trackers” in their settings.`,
      },
      {
        type: 'choice',
        name: 'category',
        label: t`Category`,
        hint: t`Necessary ones load for everybody without asking. The law allows this only for what your site can’t work without.`,
        options: optionsOf(CATEGORIES),
        required: true,
      },
      {
        type: 'text',
        name: 'snippet',
        label: t`Snippet`,
        hint: t`As the provider gives it, with its <script> tags.`,
        multiline: true,
        mode: 'code',
        required: true,
        maxLength: 20_000,
      },
      {
        type: 'choice',
        name: 'place',
        label: t`Where it goes`,
        options: optionsOf(PLACES),
        required: true,
      },
      {
        type: 'text',
        name: 'hosts',
        label: t`Further hosts`,
        hint: t`Where its scripts load from and send to, one a line: *.example.com is everything below example.com. Those in the snippet are allowed anyway; pages refuse all others.`,
        multiline: true,
        mode: 'code',
        maxLength: 6_000,
      },
    ],
    preview: ({ isOnAllPages }) => tracker && !isOnAllPages && <PagesOf tracker={tracker} />,
  },
];

async function save(values: TrackerValues, record: TrackerOut | undefined): Promise<TrackerOut> {
  const body = inputOf(values);
  const { data } = record
    ? await trackersUpdate({ path: { id: record.id }, headers: ifMatch(record.version), body })
    : await trackersCreate({ body });
  return data;
}

export function TrackerForm(props: FormProps<TrackerOut>) {
  const label = props.record ? t`Save` : t`Create tracker`;
  return (
    <ResourceForm<TrackerValues, TrackerOut>
      {...props}
      sectionsOf={sectionsOf}
      valuesOf={valuesOf}
      submit={save}
      submitLabel={mayWrite(entry) ? label : undefined}
    />
  );
}
