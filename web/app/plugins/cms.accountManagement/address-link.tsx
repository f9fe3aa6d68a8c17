import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { apiJson } from '../../api/json.ts';
import { Done, MemberForm } from '../members/form.tsx';
import { isUnusable, useLinkToken } from '../members/link-token.ts';
import { LoginLink } from '../members/login-link.tsx';

const KIND = 'email-address';

interface AddressLinkProps {
  isLoggedIn: boolean;
  loginPage?: string;
  onConfirmed: () => void;
}

/**
 * For the link in the mail to a new address. Only who is logged in to the account confirms it: else a stranger could have
 * somebody who opens the link without a thought give their address to the stranger's account. A press is asked for:
 * programs that look into mails open links and run their scripts.
 */
export function AddressLink({ isLoggedIn, loginPage, onConfirmed }: AddressLinkProps): ReactNode {
  const { t } = useLingui();
  const [outcome, setOutcome] = useState<'done' | 'unusable'>();
  const token = useLinkToken(KIND);
  if (outcome === 'done') return <Done>{t`Your new address is confirmed.`}</Done>;
  if (outcome === 'unusable')
    return <p role="alert">{t`This link can no longer be used. Change the address again.`}</p>;
  if (!token) return null;
  if (!isLoggedIn) {
    return (
      <p role="status">
        <Trans>
          <LoginLink page={loginPage} hash={`#token=${token}&kind=${KIND}`}>
            Log in
          </LoginLink>{' '}
          with your current address to confirm the new one.
        </Trans>
      </p>
    );
  }
  const onSubmit = async () => {
    try {
      await apiJson('POST', '/auth/account/email-address/confirmation', { body: { token } });
    } catch (error) {
      if (!isUnusable(error)) throw error;
      return setOutcome('unusable');
    }
    setOutcome('done');
    onConfirmed();
  };
  return (
    <MemberForm submit={t`Confirm my new address`} label={t`Confirm my new address`} onSubmit={onSubmit} />
  );
}
