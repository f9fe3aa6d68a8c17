import { plural, t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { useState } from 'react';
import {
  type Account,
  beginAuthenticator,
  enableAuthenticator,
  removeAuthenticator,
  renewRecoveryCodes,
  type AuthenticatorSecret as Secret,
} from '../../api/identity.ts';
import type { ProblemError } from '../../api/problem.ts';
import type { OfferedDefinition } from '../../fields/types.ts';
import { AuthenticatorSecret } from '../../ui/authenticator-secret.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormFrame } from '../../ui/form-frame.tsx';
import { Notice } from '../../ui/notice.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { toast } from '../../ui/toast.ts';
import { useProblemForm } from '../../ui/use-problem-form.ts';
import { Card, CardItem, CardList } from '../card.tsx';
import { FormInput } from '../form-input.tsx';
import styles from './account.module.css';
import { confirmed } from './confirming.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { useAct, useRefreshAccount } from './use-act.ts';

const WRONG = t`This code is incorrect. Enter the code that your app shows now; it changes every 30 seconds.`;
/** From here on it is time for new ones. */
const FEW_CODES = 3;

const wordsFor = (problem: ProblemError) => (problem.code === 'wrong_code' ? WRONG : undefined);

const CODE = {
  type: 'text',
  mode: 'digits',
  label: t`Code that the app shows`,
  autoComplete: 'one-time-code',
  maxLength: 40,
} satisfies OfferedDefinition;

interface SetUpDialogProps {
  secret: Secret;
  onDone: (codes: string[]) => void;
  onClose: () => void;
}

function SetUpDialog({ secret, onDone, onClose }: SetUpDialogProps) {
  const refresh = useRefreshAccount();
  const { form, frame } = useProblemForm({
    initialValues: { code: '' },
    validate: { code: (value) => (value.trim() ? null : t`Enter the six digits of your app.`) },
    submit: ({ code }) => confirmed(() => enableAuthenticator(code.trim())),
    onSaved: (codes) => {
      if (!codes) return;
      toast.success(t`Your authenticator app is asked for from now on.`);
      void refresh();
      onDone(codes);
    },
  });
  return (
    <Dialog opened persistent title={t`Set up an authenticator app`} size={520} onClose={onClose}>
      <FormFrame
        {...frame}
        wordsFor={wordsFor}
        intro={<AuthenticatorSecret {...secret} />}
        submitLabel={t`Turn it on`}
        look="main"
        onCancel={onClose}
      >
        <FormInput form={form} name="code" definition={CODE} isFocusedFirst />
      </FormFrame>
    </Dialog>
  );
}

function RecoveryItem({ left, onCodes }: { left: number; onCodes: (codes: string[]) => void }) {
  const act = useAct();
  const renew = async () => {
    const isSure = await confirm({
      title: t`Create new recovery codes?`,
      message: t`The codes that you have now stop working.`,
      confirmLabel: t`Create new codes`,
    });
    if (!isSure) return;
    const codes = await act(renewRecoveryCodes);
    if (codes) onCodes(codes);
  };
  return (
    <CardItem
      title={t`Recovery codes`}
      actions={<Button onClick={() => void renew()}>{t`Create new codes`}</Button>}
    >
      {t`${plural(left, { one: 'One is left.', other: '# are left.' })} Use each code once in place of your app or passkey.`}
    </CardItem>
  );
}

function AuthenticatorItem({ account, onSetUp }: { account: Account; onSetUp: () => void }) {
  const act = useAct();
  const { enabledAt, isEnabled } = account.totp;
  const remove = async () => {
    const isSure = await confirm({
      title: t`Remove the authenticator app?`,
      message: t`You no longer need its codes when you log in with your password.`,
      confirmLabel: t`Remove`,
      isDangerous: true,
    });
    if (isSure) await act(removeAuthenticator, t`The authenticator app was removed.`);
  };
  if (!isEnabled) {
    return (
      <CardItem title={t`Authenticator app`} actions={<Button onClick={onSetUp}>{t`Set up`}</Button>}>
        {t`An app on your phone or computer that shows a new code every 30 seconds.`}
      </CardItem>
    );
  }
  return (
    <CardItem
      title={t`Authenticator app`}
      actions={
        <div className={styles.buttons}>
          <Button onClick={onSetUp}>{t`Replace`}</Button>
          <Button color="danger" aria-label={t`Remove the authenticator app`} onClick={() => void remove()}>
            {t`Remove`}
          </Button>
        </div>
      }
    >
      {enabledAt ? (
        <>
          {t`Set up`} <RelativeTime moment={enabledAt} />.
        </>
      ) : (
        t`Set up.`
      )}
    </CardItem>
  );
}

export function SecondFactorCard({ account }: { account: Account }) {
  const [secret, setSecret] = useState<Secret | null>(null);
  const [codes, setCodes] = useState<string[]>([]);
  const act = useAct();
  const { hasSecondFactor } = account.user;
  const left = account.recoveryCodesLeft;
  const isFew = hasSecondFactor && left <= FEW_CODES;
  return (
    <Card
      title={t`Second factor`}
      description={
        account.needsSecondFactor
          ? t`Asked for after the password. Your permissions need one.`
          : t`Asked for after the password, so that a password alone is not enough.`
      }
    >
      {isFew && (
        <Notice tone="warning">
          {left === 0 ? t`You have no recovery codes left.` : t`You have few recovery codes left.`}{' '}
          {t`Create new ones so that you can log in if you lose your app or passkey.`}
        </Notice>
      )}
      <CardList label={t`Second factors`}>
        <AuthenticatorItem account={account} onSetUp={() => void act(beginAuthenticator).then(setSecret)} />
        {hasSecondFactor && <RecoveryItem left={left} onCodes={setCodes} />}
      </CardList>
      {secret && (
        <SetUpDialog
          secret={secret}
          onClose={() => setSecret(null)}
          onDone={(made) => {
            setSecret(null);
            setCodes(made);
          }}
        />
      )}
      {codes.length > 0 && <RecoveryCodesDialog codes={codes} onClose={() => setCodes([])} />}
    </Card>
  );
}
