import { NativeSelect, Switch, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { schemasListOptions } from '../../api/generated/@tanstack/react-query.gen.ts';
import type { EditProps } from '../contract.ts';
import type { ProfileFields } from './render.tsx';

/** Settings, with the schemas to choose from by name. */
export default function ProfileSettings({ fields, onChange }: EditProps<ProfileFields>): ReactNode {
  const schemas = useQuery(schemasListOptions({ query: { limit: 100 } }));
  const open = schemas.data?.results.filter(({ memberAccess }) => memberAccess !== 'none') ?? [];
  const { heading = '', schemaId = '', canEdit = true, loginPage = '' } = fields;
  const isGone = schemas.isSuccess && schemaId !== '' && open.every(({ id }) => id !== schemaId);
  const options = [
    { value: '', label: 'All that members may see of themselves' },
    ...open.map(({ id, name }) => ({ value: id, label: name })),
    // Kept until something else is chosen.
    ...(isGone || !schemas.data ? [{ value: schemaId, label: 'What was chosen before' }] : []),
  ].filter(({ value }, index, all) => all.findIndex((each) => each.value === value) === index);
  return (
    <>
      <TextInput
        label="Heading"
        value={heading}
        onChange={(event) => onChange({ ...fields, heading: event.currentTarget.value })}
      />
      <NativeSelect
        label="Which data"
        description="The fields themselves are made in the admin, under Profile fields."
        error={isGone ? 'Members may not see this data any more: nothing is shown.' : undefined}
        data={options}
        value={schemaId}
        onChange={(event) => onChange({ ...fields, schemaId: event.currentTarget.value })}
      />
      <Switch
        label="Members may change it here"
        description="Only where the data itself may be changed by members."
        checked={canEdit}
        onChange={(event) => onChange({ ...fields, canEdit: event.currentTarget.checked })}
      />
      <TextInput
        label="Page to log in"
        inputMode="url"
        value={loginPage}
        onChange={(event) => onChange({ ...fields, loginPage: event.currentTarget.value })}
      />
    </>
  );
}
