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
import type { FieldDefinition } from '../../fields/types.ts';
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

const WRONG = 'That code is not right. It changes every 30 seconds: enter the one that your app shows now.';
/** From here on it is time for new ones. */
const FEW_CODES = 3;

const wordsFor = (problem: ProblemError) => (problem.code === 'wrong_code' ? WRONG : undefined);

const CODE = {
  type: 'text',
  mode: 'digits',
  label: 'Code that the app shows',
  autoComplete: 'one-time-code',
  maxLength: 40,
} satisfies FieldDefinition;

interface SetUpDialogProps {
  secret: Secret;
  onDone: (codes: string[]) => void;
  onClose: () => void;
}

function SetUpDialog({ secret, onDone, onClose }: SetUpDialogProps) {
  const refresh = useRefreshAccount();
  const { form, frame } = useProblemForm({
    initialValues: { code: '' },
    validate: { code: (value) => (value.trim() ? null : 'Enter the six digits of your app.') },
    submit: ({ code }) => confirmed(() => enableAuthenticator(code.trim())),
    onSaved: (codes) => {
      if (!codes) return;
      toast.success('Your authenticator app is asked for from now on.');
      void refresh();
      onDone(codes);
    },
  });
  return (
    <Dialog opened persistent title="Set up an authenticator app" size={520} onClose={onClose}>
      <FormFrame
        {...frame}
        wordsFor={wordsFor}
        intro={<AuthenticatorSecret {...secret} />}
        submitLabel="Turn it on"
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
      title: 'Make new recovery codes?',
      message: 'The codes that you have now stop working.',
      confirmLabel: 'Make new codes',
    });
    if (!isSure) return;
    const codes = await act(renewRecoveryCodes);
    if (codes) onCodes(codes);
  };
  return (
    <CardItem title="Recovery codes" actions={<Button onClick={() => void renew()}>Make new codes</Button>}>
      {left === 1 ? 'One is left.' : `${left} are left.`} Each stands in once for your app or passkey.
    </CardItem>
  );
}

function AuthenticatorItem({ account, onSetUp }: { account: Account; onSetUp: () => void }) {
  const act = useAct();
  const { enabledAt, isEnabled } = account.totp;
  const remove = async () => {
    const isSure = await confirm({
      title: 'Remove the authenticator app?',
      message: 'Its codes are not asked for any more when you log in with your password.',
      confirmLabel: 'Remove',
      isDangerous: true,
    });
    if (isSure) await act(removeAuthenticator, 'The authenticator app was removed.');
  };
  if (!isEnabled) {
    return (
      <CardItem title="Authenticator app" actions={<Button onClick={onSetUp}>Set up</Button>}>
        An app on your phone or computer that shows a new code every 30 seconds.
      </CardItem>
    );
  }
  return (
    <CardItem
      title="Authenticator app"
      actions={
        <div className={styles.buttons}>
          <Button onClick={onSetUp}>Replace</Button>
          <Button color="danger" aria-label="Remove the authenticator app" onClick={() => void remove()}>
            Remove
          </Button>
        </div>
      }
    >
      {enabledAt ? (
        <>
          Set up <RelativeTime moment={enabledAt} />.
        </>
      ) : (
        'Set up.'
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
      title="Second factor"
      description={
        account.needsSecondFactor
          ? 'Asked for after the password. Your permissions need one.'
          : 'Asked for after the password, so that a password alone is not enough.'
      }
    >
      {isFew && (
        <Notice tone="warning">
          {left === 0 ? 'You have no recovery codes left.' : 'You have few recovery codes left.'} Make new
          ones, so that you can log in when you have lost your app or passkey.
        </Notice>
      )}
      <CardList label="Second factors">
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
