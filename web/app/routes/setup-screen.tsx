/** /cms-setup?code=: the first person, the site's name and what it has. */
import { t } from '@lingui/core/macro';
import { Button, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { SetUp } from '../api/generated/index.ts';
import { ProblemError } from '../api/problem.ts';
import { setUpSite } from '../api/site.ts';
import { FieldInput } from '../fields/inputs.tsx';
import { MIN_PASSWORD } from '../identity/password-strength.ts';
import type { Claims } from '../session/claims.ts';
import { storeClaims } from '../session/session-store.ts';
import { FormProblem } from '../ui/form-problem.tsx';
import { languageField, ownLanguage } from '../ui/languages.ts';
import { NewPassword } from '../ui/new-password.tsx';
import { ownTimeZone, timeZoneField } from '../ui/time-zones.ts';
import { toast } from '../ui/toast.ts';
import { useProblemForm } from '../ui/use-problem-form.ts';
import styles from './entry-form.module.css';
import { EntryLayout } from './entry-layout.tsx';

const required = (message: string) => (value: string) => (value.trim() ? null : message);

const validate = {
  code: required(t`Enter the code that make up printed.`),
  siteName: required(t`Give the site a name.`),
  firstName: required(t`Enter your first name.`),
  lastName: required(t`Enter your last name.`),
  emailAddress: (value: string) => (/^\S+@\S+$/.test(value.trim()) ? null : t`Enter your email address.`),
  password: (value: string) =>
    [...value].length >= MIN_PASSWORD ? null : t`The password needs at least ${MIN_PASSWORD} characters.`,
};

const WRONG_CODE = t`The setup code is incorrect. Use the link that “make up” printed when it started.`;

/**
 * The claims of the person made, or null when somebody else has set the site up in the meantime. A wrong
 * code becomes a fault of its field.
 */
async function setUpUnlessTaken(setup: SetUp): Promise<Claims | null> {
  try {
    return await setUpSite(setup);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    if (error.status === 409) return null;
    if (error.status !== 403) throw error;
    throw new ProblemError(403, { errors: [{ field: 'code', code: error.code, detail: WRONG_CODE }] });
  }
}

function useSetupForm() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [codeFromLink] = useState(() => search.get('code') ?? '');
  const state = useProblemForm({
    initialValues: {
      code: codeFromLink,
      siteName: '',
      firstName: '',
      lastName: '',
      emailAddress: '',
      password: '',
      language: ownLanguage(),
      timezone: ownTimeZone(),
      hasEcom: false,
      hasCRM: false,
    },
    validate,
    submit: (values) => setUpUnlessTaken({ ...values, emailAddress: values.emailAddress.trim() }),
    onSaved: (claims) => {
      if (claims) storeClaims(claims);
      else toast.show({ message: t`This site has been set up already. Log in to continue.` });
      void navigate(claims ? '/' : '/cms-login', { replace: true });
    },
  });
  return { ...state, codeFromLink };
}

export function SetupScreen() {
  const { form, onSubmit, isSaving, problem, codeFromLink } = useSetupForm();
  // The link has it; the field shows when there is no link, or a wrong one.
  const [wasRefused, setRefused] = useState(false);
  const [zoneField] = useState(() => timeZoneField());
  const [languages] = useState(() => languageField(form.values.language));
  if (form.errors.code && !wasRefused) setRefused(true);
  const isCodeAsked = !codeFromLink || wasRefused;
  return (
    <EntryLayout title={t`Set up your site`} lead={t`One minute, and your first page is ready to edit.`}>
      <form className={styles.form} onSubmit={onSubmit} noValidate>
        <FormProblem problem={problem} />
        {isCodeAsked && (
          <TextInput
            label={t`Set-up code`}
            size="md"
            description={t`Printed by make up, at the end of the set-up link.`}
            autoComplete="off"
            autoFocus={!codeFromLink}
            {...form.getInputProps('code')}
          />
        )}
        <TextInput
          label={t`Name of the site`}
          size="md"
          autoComplete="off"
          autoFocus={codeFromLink !== ''}
          {...form.getInputProps('siteName')}
        />
        <div className={styles.pair}>
          <TextInput
            label={t`First name`}
            size="md"
            autoComplete="given-name"
            {...form.getInputProps('firstName')}
          />
          <TextInput
            label={t`Last name`}
            size="md"
            autoComplete="family-name"
            {...form.getInputProps('lastName')}
          />
        </div>
        <TextInput
          label={t`Email address`}
          size="md"
          type="email"
          description={t`You log in with it.`}
          autoComplete="username"
          {...form.getInputProps('emailAddress')}
        />
        <NewPassword {...form.getInputProps('password')} />
        <div className={styles.pair}>
          <FieldInput definition={languages} {...form.getInputProps('language')} />
          <FieldInput definition={zoneField} {...form.getInputProps('timezone')} />
        </div>
        <fieldset className={styles.group}>
          <legend>{t`What the site has`}</legend>
          <Switch
            label={t`A shop`}
            description={t`Products, baskets, orders and payments.`}
            {...form.getInputProps('hasEcom', { type: 'checkbox' })}
          />
          <Switch
            label={t`Customer relationships`}
            description={t`Enquiries, groups, notes and events.`}
            {...form.getInputProps('hasCRM', { type: 'checkbox' })}
          />
        </fieldset>
        <Button type="submit" variant="filled" size="lg" fullWidth loading={isSaving}>
          {t`Create the site`}
        </Button>
      </form>
    </EntryLayout>
  );
}
