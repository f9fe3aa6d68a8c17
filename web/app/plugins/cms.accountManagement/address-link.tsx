import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { apiJson } from '../../api/json.ts';
import { ProblemError } from '../../api/problem.ts';
import { Done, MemberForm } from '../members/form.tsx';
import { useLinkToken } from '../members/link-token.ts';

/**
 * For whoever opened the link in the mail to a new address, logged in on this device or not. A press is asked for:
 * programs that look into mails open links and run their scripts.
 */
export function AddressLink({ onConfirmed }: { onConfirmed: () => void }): ReactNode {
  const { t } = useLingui();
  const [outcome, setOutcome] = useState<'done' | 'unusable'>();
  const token = useLinkToken('email-address');
  if (outcome === 'done') return <Done>{t`Your new address is confirmed.`}</Done>;
  if (outcome === 'unusable')
    return <p role="alert">{t`This link can no longer be used. Change the address again.`}</p>;
  if (!token) return null;
  const onSubmit = async () => {
    try {
      await apiJson('POST', '/auth/account/email-address/confirmation', { body: { token } });
    } catch (error) {
      if (!(error instanceof ProblemError) || error.code !== 'token_unusable') throw error;
      return setOutcome('unusable');
    }
    setOutcome('done');
    onConfirmed();
  };
  return (
    <MemberForm submit={t`Confirm my new address`} label={t`Confirm my new address`} onSubmit={onSubmit} />
  );
}
