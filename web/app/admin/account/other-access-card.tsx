import { plural, t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { endOtherAccess, type OtherAccess } from '../../api/identity.ts';
import { confirm } from '../../ui/confirm.tsx';
import { toast } from '../../ui/toast.ts';
import { Card } from '../card.tsx';
import { useAct } from './use-act.ts';

/** "1 session was ended, 2 API tokens were revoked." */
export function whatWasEnded({ sessions, apiTokens, passkeys }: OtherAccess): string {
  const parts = [
    sessions > 0 && t`${plural(sessions, { one: '# session was ended', other: '# sessions were ended' })}`,
    apiTokens > 0 &&
      t`${plural(apiTokens, { one: '# API token was revoked', other: '# API tokens were revoked' })}`,
    passkeys > 0 &&
      t`${plural(passkeys, { one: '# passkey was removed', other: '# passkeys were removed' })}`,
  ].filter((part) => part !== false);
  return parts.length > 0 ? `${parts.join(', ')}.` : t`Nothing else gave access to your account.`;
}

const KEPT = t`Your passkeys were kept: your permissions ask for a second factor, and you have no authenticator app.`;

/** For the day when somebody else may have been in: one press, and only the password opens the account. */
export function OtherAccessCard() {
  const act = useAct();
  const end = async () => {
    const isSure = await confirm({
      title: t`Log out everywhere and revoke tokens?`,
      message: t`This ends all your other sessions, revokes all your API tokens and removes all your passkeys at once. You will have to log in again on your other devices, and give your programs new tokens.`,
      confirmLabel: t`Log out everywhere and revoke tokens`,
      isDangerous: true,
    });
    if (!isSure) return;
    const ended = await act(endOtherAccess);
    const detail = ended && ended.passkeysKept > 0 ? KEPT : undefined;
    if (ended) toast.show({ message: whatWasEnded(ended), detail, kind: 'success' });
  };
  return (
    <Card
      title={t`Account compromised?`}
      description={t`End all other access to your account: only your password and authenticator app keep working. Then change your password as well.`}
      actions={
        <Button color="danger" onClick={() => void end()}>
          {t`Log out everywhere and revoke tokens`}
        </Button>
      }
    />
  );
}
