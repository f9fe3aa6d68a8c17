import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { apiJson } from '../../api/json.ts';
import { CLAIMS_KEY } from '../../session/claims.ts';
import { SectionHeading } from '../headings.tsx';
import { useConfirming } from '../members/confirming.tsx';
import { TwoSteps } from '../members/two-steps.tsx';

/** The one thing here that nothing brings back: it takes two steps. */
export function Leaving(): ReactNode {
  const { t } = useLingui();
  const { confirmed, dialog } = useConfirming();
  const go = async () => {
    if (await confirmed(() => apiJson('DELETE', '/auth/account'))) {
      localStorage.removeItem(CLAIMS_KEY);
      location.assign('/');
    }
    return false;
  };
  return (
    <section className="pw-member-section">
      <SectionHeading>{t`Delete my account`}</SectionHeading>
      <TwoSteps label={t`Delete my account`} leave={t`Keep it`} onSure={go}>
        <p>{t`Your account and your profile data will be deleted at once, and cannot be brought back.`}</p>
      </TwoSteps>
      {dialog}
    </section>
  );
}
