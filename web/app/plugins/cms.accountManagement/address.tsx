import type { ReactNode } from 'react';
import type { AccountOut } from '../../api/generated/index.ts';
import { apiJson } from '../../api/json.ts';
import { useConfirming } from '../members/confirming.tsx';
import { Done, MemberForm, TextField } from '../members/form.tsx';

interface AddressProps {
  account: AccountOut;
  onChanged: () => Promise<void>;
}

export function Address({ account, onChanged }: AddressProps): ReactNode {
  const { confirmed, dialog } = useConfirming();
  const onSubmit = async ({ emailAddress = '' }: Record<string, string>) => {
    const ask = () =>
      apiJson('POST', '/auth/account/email-address', { body: { emailAddress: emailAddress.trim() } });
    if (await confirmed(ask)) await onChanged();
  };
  return (
    <section className="pw-member-section">
      <h3>Email address</h3>
      <p>{account.user.person.emailAddress}</p>
      {account.pendingEmailAddress && (
        <Done>
          Open the link in the email to {account.pendingEmailAddress}: then it becomes your address.
        </Done>
      )}
      <MemberForm submit="Change the address" label="Change the address" onSubmit={onSubmit}>
        <TextField
          name="emailAddress"
          label="New address"
          type="email"
          autoComplete="email"
          maxLength={254}
        />
      </MemberForm>
      {dialog}
    </section>
  );
}
