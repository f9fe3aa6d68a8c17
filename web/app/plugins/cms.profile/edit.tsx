import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { schemasListOptions } from '../../api/generated/@tanstack/react-query.gen.ts';
import { FieldInput } from '../../fields/inputs.tsx';
import type { EditProps } from '../contract.ts';
import manifest from './manifest.ts';
import type { ProfileFields } from './render.tsx';

/** Settings, with the schemas to choose from by name. */
export default function ProfileSettings({ fields, onChange }: EditProps<ProfileFields>): ReactNode {
  const schemas = useQuery(schemasListOptions({ query: { limit: 100 } }));
  const open = schemas.data?.results.filter(({ memberAccess }) => memberAccess !== 'none') ?? [];
  const { heading = '', schemaId = '', canEdit = true, loginPage = '' } = fields;
  const isGone = schemas.isSuccess && schemaId !== '' && open.every(({ id }) => id !== schemaId);
  const options = [
    { value: '', label: t`All data that members may see about themselves` },
    ...open.map(({ id, name }) => ({ value: id, label: name })),
    // Kept until something else is chosen.
    ...(isGone || !schemas.data ? [{ value: schemaId, label: t`Previous choice` }] : []),
  ].filter(({ value }, index, all) => all.findIndex((each) => each.value === value) === index);
  const set = (name: keyof ProfileFields) => (value: unknown) => onChange({ ...fields, [name]: value });
  return (
    <>
      <FieldInput definition={manifest.fields.heading} value={heading} onChange={set('heading')} />
      <FieldInput
        definition={{
          type: 'choice',
          label: manifest.fields.schemaId.label,
          hint: t`Create the fields in the admin, under Profile fields.`,
          options,
        }}
        error={isGone ? t`Members may not see this data any more: nothing is shown.` : undefined}
        value={schemaId}
        onChange={(chosen) => onChange({ ...fields, schemaId: String(chosen ?? '') })}
      />
      <FieldInput
        definition={{
          ...manifest.fields.canEdit,
          hint: t`Only data that members are allowed to change.`,
        }}
        value={canEdit}
        onChange={set('canEdit')}
      />
      <FieldInput definition={manifest.fields.loginPage} value={loginPage} onChange={set('loginPage')} />
    </>
  );
}
