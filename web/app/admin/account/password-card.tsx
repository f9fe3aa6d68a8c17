import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { type Account, changePassword, requestPasswordReset } from '../../api/identity.ts';
import { MIN_PASSWORD } from '../../identity/password-strength.ts';
import { FormFrame, FormSection } from '../../ui/form-frame.tsx';
import { NewPassword } from '../../ui/new-password.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { toast } from '../../ui/toast.ts';
import { tooManyAttempts } from '../../ui/too-many-attempts.ts';
import { useProblemForm } from '../../ui/use-problem-form.ts';
import { Card } from '../card.tsx';
import { useAct, useRefreshAccount } from './use-act.ts';

function PasswordForm({ account, onDone }: { account: Account; onDone: () => void }) {
  const refresh = useRefreshAccount();
  const { form, frame } = useProblemForm({
    initialValues: { currentPassword: '', password: '' },
    validate: {
      currentPassword: (value) => (value ? null : t`Enter your current password.`),
      password: (value) =>
        [...value].length >= MIN_PASSWORD ? null : t`The password needs at least ${MIN_PASSWORD} characters.`,
    },
    submit: ({ currentPassword, password }) => changePassword(currentPassword, password),
    onSaved: () => {
      toast.success(t`Your password was changed, and your other sessions were ended.`);
      void refresh();
      onDone();
    },
  });
  return (
    <FormFrame
      {...frame}
      wordsFor={tooManyAttempts}
      submitLabel={t`Change the password`}
      look="main"
      onCancel={onDone}
    >
      <FormSection>
        {/* Tells password managers whose password it is. */}
        <input type="hidden" autoComplete="username" value={account.user.person.emailAddress} readOnly />
        <PasswordField
          label={t`Current password`}
          autoFocus
          visibilityToggleButtonProps={{ 'aria-label': t`Show the current password` }}
          {...form.getInputProps('currentPassword')}
        />
        <NewPassword label={t`New password`} {...form.getInputProps('password')} />
      </FormSection>
    </FormFrame>
  );
}

export function PasswordCard({ account }: { account: Account }) {
  const [isOpen, setOpen] = useState(false);
  const act = useAct();
  const { hasPassword, person } = account.user;
  const sendLink = () =>
    void act(
      () => requestPasswordReset(person.emailAddress),
      t`A link to choose a password is on its way to ${person.emailAddress}.`,
    );
  const button = hasPassword ? (
    <Button onClick={() => setOpen(true)}>{t`Change the password`}</Button>
  ) : (
    <Button onClick={sendLink}>{t`Email me a link to set one`}</Button>
  );
  return (
    <Card
      title={t`Password`}
      description={
        hasPassword
          ? t`A change ends your sessions on all other devices.`
          : t`You log in with a passkey alone.`
      }
      actions={!isOpen && button}
    >
      {isOpen && <PasswordForm account={account} onDone={() => setOpen(false)} />}
    </Card>
  );
}
