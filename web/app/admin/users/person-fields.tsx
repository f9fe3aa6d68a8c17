/** What is asked of a person, for a new account and for one that is there. */
import { t } from '@lingui/core/macro';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { faultsIn } from '../../fields/check.ts';
import type { FieldDefinition } from '../../fields/types.ts';
import { ownTimeZone, timeZoneField } from '../../ui/time-zones.ts';
import { namedFields } from '../form-fields.ts';
import { FormInput } from '../form-input.tsx';
import styles from './users.module.css';

export interface PersonValues {
  firstName: string;
  lastName: string;
  emailAddress: string;
  timezone: string;
}

export const newPerson = (): PersonValues => ({
  firstName: '',
  lastName: '',
  emailAddress: '',
  timezone: ownTimeZone(),
});

const FIELDS = {
  firstName: { type: 'text', label: t`First name`, required: true, maxLength: 200, autoComplete: 'off' },
  lastName: { type: 'text', label: t`Last name`, required: true, maxLength: 200, autoComplete: 'off' },
  emailAddress: {
    type: 'text',
    mode: 'email',
    label: t`Email address`,
    required: true,
    maxLength: 254,
    autoComplete: 'off',
  },
  timezone: timeZoneField(),
} as const satisfies Record<string, FieldDefinition>;

const checked = (name: keyof typeof FIELDS) => (value: string) => faultsIn(FIELDS[name], value)[0]?.detail;

export const validatePerson = {
  firstName: checked('firstName'),
  lastName: checked('lastName'),
  emailAddress: (value: string) =>
    checked('emailAddress')(value) ??
    (/^\S+@\S+$/.test(value.trim()) ? undefined : t`Enter a valid email address.`),
};

/** The same, to show what somebody else has changed in them. */
export const personFields = namedFields(FIELDS);

export const personFrom = ({ firstName, lastName, emailAddress, timezone }: PersonValues): PersonValues => ({
  firstName: firstName.trim(),
  lastName: lastName.trim(),
  emailAddress: emailAddress.trim(),
  timezone,
});

interface PersonFieldsProps<Values> {
  form: UseFormReturnType<Values>;
  /** Said of an address that is not to be changed here. */
  addressNote?: ReactNode;
}

export function PersonFields<Values extends PersonValues>({ form, addressNote }: PersonFieldsProps<Values>) {
  return (
    <>
      <div className={styles.pair}>
        <FormInput form={form} name="firstName" definition={FIELDS.firstName} />
        <FormInput form={form} name="lastName" definition={FIELDS.lastName} />
      </div>
      <FormInput
        form={form}
        name="emailAddress"
        definition={FIELDS.emailAddress}
        note={addressNote}
        isReadOnly={Boolean(addressNote)}
      />
      <FormInput form={form} name="timezone" definition={FIELDS.timezone} />
    </>
  );
}
