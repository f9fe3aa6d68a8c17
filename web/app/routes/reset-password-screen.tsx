/** /cms-login/reset-password: asks for the mail; with the token of its link, chooses the new password. */
import { plural, t } from '@lingui/core/macro';
import { Plural } from '@lingui/react/macro';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import {
  inspectPasswordReset,
  type ResetSubject,
  requestPasswordReset,
  resetPassword,
} from '../api/identity.ts';
import { type OtherWays, otherWays } from '../identity/other-ways.ts';
import { FormProblem } from '../ui/form-problem.tsx';
import { tooManyAttempts } from '../ui/too-many-attempts.ts';
import { useProblemForm } from '../ui/use-problem-form.ts';
import { ChoosePasswordForm } from './choose-password-form.tsx';
import styles from './entry-form.module.css';
import { EntryLayout } from './entry-layout.tsx';
import { LinkUnusable } from './link-unusable.tsx';
import { arrivalFrom } from './login-arrival.ts';
import { useFragmentToken } from './use-fragment-token.ts';
import { useLinkSubject } from './use-link-subject.tsx';

const CHANGED = t`Your password was changed. Log in with the new one.`;

/**
 * Returns the notice of the login about other ways into the account. Only a user who is logged in can remove
 * passkeys.
 */
function noticeFor({ apiTokens, passkeys }: OtherWays): string {
  const parts = otherWays({ apiTokens, passkeys });
  if (!parts) return CHANGED;
  const count = apiTokens + passkeys;
  return `${CHANGED} ${t`${plural(count, {
    one: `${parts} still opens your account: you can end that on your account page.`,
    other: `${parts} still open your account: you can end that on your account page.`,
  })}`}`;
}

interface OtherAccessChoiceProps {
  subject: ResetSubject;
  revokesTokens: boolean;
  onRevokesTokens: (revokes: boolean) => void;
}

/** What a new password does not change, and what can be done about it here. */
function OtherAccessChoice({ subject, revokesTokens, onRevokesTokens }: OtherAccessChoiceProps) {
  const { apiTokens, passkeys } = subject;
  return (
    <>
      {apiTokens > 0 && (
        <Checkbox
          label={t`${plural(apiTokens, { one: 'Revoke my API token, too', other: 'Revoke my # API tokens, too' })}`}
          description={t`Programs that use one of them stop working. Do this if someone else may have used your account.`}
          checked={revokesTokens}
          onChange={(event) => onRevokesTokens(event.currentTarget.checked)}
        />
      )}
      {passkeys > 0 && (
        <p className={styles.aside}>
          <Plural
            value={passkeys}
            one="# passkey still opens your account: once you have logged in, remove it if you do not recognise it."
            other="# passkeys still open your account: once you have logged in, remove those that you do not recognise."
          />
        </p>
      )}
    </>
  );
}

const toLogin = (
  <Button component={Link} to="/cms-login" variant="subtle" fullWidth>
    {t`Back to the login`}
  </Button>
);

/** The same words for every address: nobody learns here who has an account. */
function Sent({ emailAddress, onAgain }: { emailAddress: string; onAgain: () => void }) {
  return (
    <EntryLayout
      title={t`Check your email`}
      lead={t`If there is an account for ${emailAddress}, a link to choose a new password is on its way there. It works for an hour.`}
    >
      <div className={styles.ways}>
        <Button size="lg" fullWidth onClick={onAgain}>
          {t`Nothing came? Try again`}
        </Button>
        {toLogin}
      </div>
    </EntryLayout>
  );
}

function RequestForm() {
  const [sentTo, setSentTo] = useState<string>();
  // What was typed into the login already.
  const known = arrivalFrom(useLocation().state)?.email ?? '';
  const { form, onSubmit, isSaving, problem } = useProblemForm({
    initialValues: { emailAddress: known },
    validate: {
      emailAddress: (value) => (/^\S+@\S+$/.test(value.trim()) ? null : t`Enter your email address.`),
    },
    submit: ({ emailAddress }) => requestPasswordReset(emailAddress.trim()),
    onSaved: (_, { emailAddress }) => setSentTo(emailAddress.trim()),
  });
  if (sentTo) return <Sent emailAddress={sentTo} onAgain={() => setSentTo(undefined)} />;
  return (
    <EntryLayout title={t`Forgot password?`} lead={t`We email you a link to choose a new password.`}>
      <form className={styles.form} onSubmit={onSubmit} noValidate>
        <FormProblem problem={problem}>{problem && tooManyAttempts(problem)}</FormProblem>
        <TextInput
          label={t`Email address`}
          type="email"
          size="lg"
          autoComplete="username"
          autoFocus
          maxLength={254}
          {...form.getInputProps('emailAddress')}
        />
        <Button type="submit" variant="filled" size="lg" fullWidth loading={isSaving}>
          {t`Send the link`}
        </Button>
        {toLogin}
      </form>
    </EntryLayout>
  );
}

function ResetForm({ token, onClear }: { token: string; onClear: () => void }) {
  const [revokesTokens, setRevokesTokens] = useState(false);
  const { data, fault, isUnusable, onUnusable } = useLinkSubject(
    'password-reset',
    token,
    inspectPasswordReset,
  );
  if (isUnusable) {
    return (
      <LinkUnusable
        action={
          <Button variant="filled" size="lg" fullWidth onClick={onClear}>
            {t`Ask for a new link`}
          </Button>
        }
      >
        {t`It was used already, or it is more than an hour old.`}
      </LinkUnusable>
    );
  }
  return (
    <EntryLayout
      title={t`Choose a new password`}
      lead={data && t`For ${data.emailAddress}. You are logged out everywhere else.`}
    >
      {fault}
      {data && (
        <ChoosePasswordForm
          emailAddress={data.emailAddress}
          submitLabel={t`Change the password`}
          notice={noticeFor({ ...data, apiTokens: revokesTokens ? 0 : data.apiTokens })}
          choose={(password) => resetPassword(token, password, revokesTokens)}
          onUnusable={onUnusable}
        >
          <OtherAccessChoice
            subject={data}
            revokesTokens={revokesTokens}
            onRevokesTokens={setRevokesTokens}
          />
        </ChoosePasswordForm>
      )}
    </EntryLayout>
  );
}

export function ResetPasswordScreen() {
  const { link, clear } = useFragmentToken();
  return link ? <ResetForm key={link.token} token={link.token} onClear={clear} /> : <RequestForm />;
}
