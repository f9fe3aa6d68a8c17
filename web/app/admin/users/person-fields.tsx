/** What is asked of a person, for a new account and for one that is there. */
import { t } from '@lingui/core/macro';
import type { FormRulesRecord, UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import type { OfferedDefinition } from '../../fields/types.ts';
import { ownTimeZone, timeZoneField } from '../../ui/time-zones.ts';
import { DrawnFields } from '../drawn-fields.tsx';
import { type FormValues, faultOfField, type InForm } from '../form-fields.ts';

export interface PersonValues extends Record<string, unknown> {
  firstName: string;
  lastName: string;
  emailAddress: string;
  timezone: string;
}

type PersonField = OfferedDefinition &
  InForm<FormValues> & { name: 'firstName' | 'lastName' | 'emailAddress' | 'timezone' };

const name = { type: 'text', required: true, maxLength: 200, autoComplete: 'off', isHalf: true } as const;

export const personFields: PersonField[] = [
  { ...name, name: 'firstName', label: t`First name` },
  { ...name, name: 'lastName', label: t`Last name` },
  {
    type: 'email',
    name: 'emailAddress',
    label: t`Email address`,
    required: true,
    autoComplete: 'off',
  },
  { ...timeZoneField(), name: 'timezone', default: ownTimeZone() },
];

export const newPerson = (): PersonValues => ({
  firstName: '',
  lastName: '',
  emailAddress: '',
  timezone: ownTimeZone(),
});

export const validatePerson: FormRulesRecord<PersonValues> = Object.fromEntries(
  personFields.map((field) => [
    field.name,
    (_: unknown, values: PersonValues) => faultOfField(field, values),
  ]),
);

export const personFrom = ({ firstName, lastName, emailAddress, timezone }: PersonValues) => ({
  firstName: firstName.trim(),
  lastName: lastName.trim(),
  emailAddress: emailAddress.trim(),
  timezone,
});

interface PersonFieldsProps<Values extends PersonValues> {
  form: UseFormReturnType<Values>;
  /** Said of an address that is not to be changed here. */
  addressNote?: ReactNode;
}

export function PersonFields<Values extends PersonValues>({ form, addressNote }: PersonFieldsProps<Values>) {
  const locked = { note: addressNote, isReadOnly: true };
  const fields = personFields.map((field) =>
    addressNote && field.name === 'emailAddress' ? { ...field, ...locked } : field,
  );
  return <DrawnFields fields={fields} form={form as UseFormReturnType<PersonValues>} />;
}
