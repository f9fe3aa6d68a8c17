/** What an account may do and how its owner gets in, for somebody new and for a person who is there. */
import { t } from '@lingui/core/macro';
import { SegmentedControl } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { siteOptions } from '../../api/site.ts';
import type { UserInput } from '../../api/users.ts';
import { MIN_PASSWORD } from '../../identity/password-strength.ts';
import { FormSection } from '../../ui/form-frame.tsx';
import { NewPassword } from '../../ui/new-password.tsx';
import { MailNote } from './mail-note.tsx';
import { ScopePicker } from './scope-picker.tsx';
import styles from './users.module.css';

export type Way = 'invitation' | 'password' | 'later';

export interface AccessValues {
  scopes: string[];
  way: Way;
  password: string;
}

export const newAccess: AccessValues = { scopes: [], way: 'invitation', password: '' };

const WAYS: { value: Way; label: string }[] = [
  { value: 'invitation', label: t`Invite by email` },
  { value: 'password', label: t`Set a password` },
  { value: 'later', label: t`Not yet` },
];

export const validateAccess = {
  password: (value: string, { way }: { way: Way }) =>
    way !== 'password' || [...value].length >= MIN_PASSWORD
      ? null
      : t`The password needs at least ${MIN_PASSWORD} characters.`,
};

export const accessFrom = ({
  scopes,
  way,
  password,
}: AccessValues): Pick<UserInput, 'scopes' | 'password' | 'invite'> => ({
  scopes,
  ...(way === 'password' && { password }),
  ...(way === 'invitation' && { invite: true }),
});

/** The form's field for a path in the request: `person.emailAddress`, `scopes.2`. */
export const fieldOf = (path: string) =>
  path.startsWith('scopes') ? 'scopes' : path.replace(/^person\./, '');

export function AccessFields<Values extends AccessValues>({ form }: { form: UseFormReturnType<Values> }) {
  const { data: site } = useQuery(siteOptions());
  // Mantine's path types cannot follow the names of a type that is only known to have them.
  const input = (name: keyof AccessValues) => form.getInputProps(name as never);
  const { way } = form.values;
  const scopes = input('scopes');
  return (
    <>
      <FormSection
        title={t`Scopes`}
        description={t`Without scopes, this is a member account for the public site.`}
      >
        <ScopePicker
          value={scopes.value}
          onChange={scopes.onChange}
          held={[]}
          isOwn={false}
          error={scopes.error}
        />
      </FormSection>
      <FormSection title={t`How they log in`}>
        <SegmentedControl
          className={styles.ways}
          aria-label={t`How they log in`}
          data={WAYS}
          {...input('way')}
        />
        {way === 'invitation' && (
          <>
            <p className={styles.text}>
              {t`They get an email with a link to choose a password. The link works for seven days.`}
            </p>
            <MailNote site={site} />
          </>
        )}
        {way === 'password' && (
          <NewPassword
            description={t`Share it with them securely. They can change it after logging in.`}
            {...input('password')}
          />
        )}
        {way === 'later' && (
          <p className={styles.text}>{t`They cannot log in until you send an invitation.`}</p>
        )}
      </FormSection>
    </>
  );
}
