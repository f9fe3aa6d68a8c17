import { t } from '@lingui/core/macro';
import { useSearchParams } from 'react-router';
import { ifMatch } from '../../api/fetch.ts';
import { type UrlMapOut, urlMapsCreate, urlMapsUpdate } from '../../api/generated/index.ts';
import type { FormProps } from '../define-resource.ts';
import type { Section } from '../form-fields.ts';
import { optionsOf } from '../options-of.ts';
import { ResourceForm } from '../resource-form.tsx';
import { GONE, inputOf, type UrlMapValues, valuesOf } from './url-map-values.ts';
import { CODES } from './words.ts';

const SECTIONS: Section<UrlMapValues>[] = [
  {
    fields: [
      {
        type: 'text',
        name: 'source',
        label: t`From`,
        hint: t`A path such as /old-page. Use * for any characters: /news/* matches everything below /news.`,
        placeholder: '/',
        required: true,
      },
      {
        type: 'choice',
        name: 'responseCode',
        label: t`What visitors get`,
        options: optionsOf(CODES),
        required: true,
      },
      {
        type: 'text',
        name: 'destination',
        label: t`To`,
        hint: t`A path or a web address. Each * stands for what * matched in “From”. A page’s address follows the page when it moves.`,
        placeholder: '/',
        required: true,
        isShown: ({ responseCode }) => responseCode !== GONE,
      },
    ],
  },
];

async function save(values: UrlMapValues, record: UrlMapOut | undefined): Promise<UrlMapOut> {
  const body = inputOf(values, window.location.origin);
  const { data } = record
    ? await urlMapsUpdate({ path: { id: record.id }, headers: ifMatch(record.version), body })
    : await urlMapsCreate({ body });
  return data;
}

/** A new redirect may begin with an address: `?source=`. */
export function UrlMapForm(props: FormProps<UrlMapOut>) {
  const [search] = useSearchParams();
  return (
    <ResourceForm<UrlMapValues, UrlMapOut>
      {...props}
      sectionsOf={() => SECTIONS}
      valuesOf={(record) => valuesOf(record, search.get('source') ?? '')}
      submit={save}
      submitLabel={props.record ? t`Save` : t`Create redirect`}
    />
  );
}
