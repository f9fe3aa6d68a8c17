/** A new account: whose it is, what it may do, and how its owner gets in. */
import { Button, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useImperativeHandle } from 'react';
import { siteOptions } from '../../api/site.ts';
import { createUser, type UserRecord } from '../../api/users.ts';
import { MIN_PASSWORD } from '../../identity/password-strength.ts';
import { FormProblem } from '../../ui/form-problem.tsx';
import { NewPassword } from '../../ui/new-password.tsx';
import { ownTimeZone } from '../../ui/time-zones.ts';
import { useProblemForm } from '../../ui/use-problem-form.ts';
import type { FormProps } from '../define-resource.ts';
import formStyles from '../resource-form.module.css';
import { MailNote } from './mail-note.tsx';
import { PersonFields, type PersonValues, personFrom, validatePerson } from './person-fields.tsx';
import { ScopePicker } from './scope-picker.tsx';
import styles from './users.module.css';

type Way = 'invitation' | 'password' | 'later';

interface UserValues extends PersonValues, Record<string, unknown> {
  scopes: string[];
  way: Way;
  password: string;
}

const WAYS: { value: Way; label: string }[] = [
  { value: 'invitation', label: 'Invite by mail' },
  { value: 'password', label: 'Set a password' },
  { value: 'later', label: 'Not yet' },
];

const SUBMIT: Record<Way, string> = {
  invitation: 'Create and invite',
  password: 'Create user',
  later: 'Create user',
};

/** The form's field for a path in the request: `person.emailAddress`, `scopes.2`. */
export const fieldOf = (path: string) =>
  path.startsWith('scopes') ? 'scopes' : path.replace(/^person\./, '');

function useUserForm(onSaved: (user: UserRecord) => void) {
  return useProblemForm<UserValues, UserRecord>({
    initialValues: {
      firstName: '',
      lastName: '',
      emailAddress: '',
      timezone: ownTimeZone(),
      scopes: [],
      way: 'invitation',
      password: '',
    },
    validate: {
      ...validatePerson,
      password: (value, { way }) =>
        way !== 'password' || [...value].length >= MIN_PASSWORD
          ? null
          : `The password needs at least ${MIN_PASSWORD} characters.`,
    },
    submit: ({ scopes, way, password, ...person }) =>
      createUser({
        person: personFrom(person),
        scopes,
        ...(way === 'password' && { password }),
        ...(way === 'invitation' && { invite: true }),
      }),
    onSaved,
    fieldOf,
  });
}

export function UserForm({ onSaved, onCancel, isDirtyRef }: FormProps<UserRecord>) {
  const { form, onSubmit, isSaving, problem } = useUserForm(onSaved);
  const { data: site } = useQuery(siteOptions());
  useImperativeHandle(isDirtyRef, () => () => form.isDirty());
  const { way, scopes } = form.values;
  return (
    <form className={formStyles.form} onSubmit={onSubmit} noValidate>
      <FormProblem problem={problem} />
      <fieldset className={formStyles.section}>
        <PersonFields form={form} />
      </fieldset>
      <fieldset className={formStyles.section}>
        <legend>Scopes</legend>
        <p className={formStyles.description}>Without any, it is a member’s account of the public site.</p>
        <ScopePicker
          value={scopes}
          onChange={(names) => form.setFieldValue('scopes', names)}
          held={[]}
          isOwn={false}
          error={form.errors.scopes as string | undefined}
        />
      </fieldset>
      <fieldset className={formStyles.section}>
        <legend>Getting in</legend>
        <SegmentedControl
          className={styles.ways}
          aria-label="How they get in"
          data={WAYS}
          {...form.getInputProps('way')}
        />
        {way === 'invitation' && (
          <>
            <p className={styles.text}>
              They are sent a link, good for seven days, by which they choose a password.
            </p>
            <MailNote site={site} />
          </>
        )}
        {way === 'password' && (
          <NewPassword
            description="Tell it them in a safe way; they can change it once they are in."
            {...form.getInputProps('password')}
          />
        )}
        {way === 'later' && (
          <p className={styles.text}>Nobody can log in to the account until an invitation is sent.</p>
        )}
      </fieldset>
      <div className={formStyles.footer}>
        <Button size="md" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" size="md" variant="filled" loading={isSaving}>
          {SUBMIT[way]}
        </Button>
      </div>
    </form>
  );
}
