/** What is asked of a person, for a new account and for one that is there. */
import { TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { TimeZoneSelect } from '../../ui/time-zone-select.tsx';
import { ownTimeZone } from '../../ui/time-zones.ts';
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

const needed = (label: string) => (value: string) => (value.trim() ? null : `${label} is needed.`);

export const validatePerson = {
  firstName: needed('First name'),
  lastName: needed('Last name'),
  emailAddress: (value: string) => (/^\S+@\S+$/.test(value.trim()) ? null : 'An email address is needed.'),
};

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
  // Mantine's path types cannot follow the names of a type that is only known to have them.
  const input = (name: keyof PersonValues) => form.getInputProps(name as never);
  return (
    <>
      <div className={styles.pair}>
        <TextInput label="First name" size="md" maxLength={200} autoComplete="off" {...input('firstName')} />
        <TextInput label="Last name" size="md" maxLength={200} autoComplete="off" {...input('lastName')} />
      </div>
      <TextInput
        label="Email address"
        description={addressNote}
        readOnly={Boolean(addressNote)}
        type="email"
        size="md"
        maxLength={254}
        autoComplete="off"
        {...input('emailAddress')}
      />
      <TimeZoneSelect {...input('timezone')} />
    </>
  );
}
