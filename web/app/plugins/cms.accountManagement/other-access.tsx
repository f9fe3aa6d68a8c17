import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import type { OtherAccess as Ended } from '../../api/generated/index.ts';
import { apiJson } from '../../api/json.ts';
import { SectionHeading } from '../headings.tsx';
import { useConfirming } from '../members/confirming.tsx';
import { Done } from '../members/form.tsx';
import { TwoSteps } from '../members/two-steps.tsx';

/** For the day when somebody else may have been in: only the password opens the account afterwards. */
export function OtherAccess({ onEnded }: { onEnded: () => Promise<void> }): ReactNode {
  const { t } = useLingui();
  const [ended, setEnded] = useState<Ended>();
  const { confirmed, dialog } = useConfirming();
  const end = async () => {
    const isDone = await confirmed(async () =>
      setEnded(await apiJson('DELETE', '/auth/account/other-access')),
    );
    if (isDone) await onEnded();
    return isDone;
  };
  return (
    <section className="pw-member-section">
      <SectionHeading>{t`Account compromised?`}</SectionHeading>
      <p className="pw-form-hint">
        {t`End all other access to your account: only your password keeps working. Then change your password as well.`}
      </p>
      {ended && (
        <Done>
          {t`You are logged out everywhere else.`}{' '}
          {ended.passkeysKept > 0
            ? t`Your passkeys were kept: your account has to have a second step to log in.`
            : t`Your account has no passkeys any more.`}
        </Done>
      )}
      <TwoSteps label={t`Log out everywhere and revoke tokens`} leave={t`Cancel`} onSure={end}>
        <p>{t`All other devices are logged out, and all passkeys removed, at once.`}</p>
      </TwoSteps>
      {dialog}
    </section>
  );
}
