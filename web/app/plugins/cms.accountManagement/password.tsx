import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { apiJson } from '../../api/json.ts';
import { SectionHeading } from '../headings.tsx';
import { Done, MemberForm, TextField } from '../members/form.tsx';
import { NewPassword } from '../members/new-password.tsx';

export function Password(): ReactNode {
  const { t } = useLingui();
  /** How often it was changed: a new form each time, with empty fields. */
  const [changes, setChanges] = useState(0);
  const onSubmit = async ({ currentPassword, password }: Record<string, string>) => {
    await apiJson('PUT', '/auth/users/reset-password', { body: { currentPassword, password } });
    setChanges((count) => count + 1);
  };
  return (
    <section className="pw-member-section">
      <SectionHeading>{t`Password`}</SectionHeading>
      {changes > 0 && <Done>{t`Your password is changed. Other devices have been logged out.`}</Done>}
      <MemberForm
        key={changes}
        submit={t`Change the password`}
        label={t`Change the password`}
        onSubmit={onSubmit}
      >
        <TextField
          name="currentPassword"
          label={t`Current password`}
          type="password"
          autoComplete="current-password"
          maxLength={256}
        />
        <NewPassword />
      </MemberForm>
    </section>
  );
}
