import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { type Account, addPasskey, type Passkey, removePasskey, renamePasskey } from '../../api/identity.ts';
import type { OfferedDefinition } from '../../fields/types.ts';
import { deviceInWords } from '../../identity/device.ts';
import { canUsePasskeys, makePasskey } from '../../identity/passkeys.ts';
import { Badge } from '../../ui/badge.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormFrame } from '../../ui/form-frame.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { toast } from '../../ui/toast.ts';
import { useProblemForm } from '../../ui/use-problem-form.ts';
import { Card, CardItem, CardList } from '../card.tsx';
import { FormInput } from '../form-input.tsx';
import styles from './account.module.css';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { useAct, useRefreshAccount } from './use-act.ts';

const NAME = { type: 'text', label: t`Name`, maxLength: 100 } satisfies OfferedDefinition;

function RenameDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const refresh = useRefreshAccount();
  const { form, frame } = useProblemForm({
    initialValues: { name: passkey.name },
    validate: { name: (value) => (value.trim() ? null : t`Give it a name.`) },
    submit: ({ name }) => renamePasskey(passkey, name.trim()),
    onSaved: () => {
      toast.success(t`The passkey was renamed.`);
      void refresh();
      onClose();
    },
  });
  return (
    <Dialog opened title={t`Rename the passkey`} size={420} onClose={onClose}>
      <FormFrame {...frame} submitLabel={t`Rename`} look="main" onCancel={onClose}>
        <FormInput form={form} name="name" definition={NAME} isFocusedFirst />
      </FormFrame>
    </Dialog>
  );
}

function PasskeyItem({ passkey }: { passkey: Passkey }) {
  const [isRenaming, setRenaming] = useState(false);
  const act = useAct();
  const remove = async () => {
    const isSure = await confirm({
      title: t`Remove the passkey?`,
      message: t`You cannot log in with “${passkey.name}” any more. Delete it on the device too.`,
      confirmLabel: t`Remove`,
      isDangerous: true,
    });
    if (isSure) await act(() => removePasskey(passkey), t`“${passkey.name}” was removed.`);
  };
  return (
    <CardItem
      title={
        <>
          {passkey.name} {passkey.isBackedUp && <Badge>{t`On several devices`}</Badge>}
        </>
      }
      actions={
        <div className={styles.buttons}>
          <Button aria-label={t`Rename ${passkey.name}`} onClick={() => setRenaming(true)}>
            {t`Rename`}
          </Button>
          <Button color="danger" aria-label={t`Remove ${passkey.name}`} onClick={() => void remove()}>
            {t`Remove`}
          </Button>
        </div>
      }
    >
      {t`Added`} <RelativeTime moment={passkey.createdAt} />,{' '}
      {passkey.lastUsedAt ? (
        <>
          {t`last used`} <RelativeTime moment={passkey.lastUsedAt} />
        </>
      ) : (
        t`not used yet`
      )}
      .{isRenaming && <RenameDialog passkey={passkey} onClose={() => setRenaming(false)} />}
    </CardItem>
  );
}

export function PasskeysCard({ account }: { account: Account }) {
  const [isAdding, setAdding] = useState(false);
  const [codes, setCodes] = useState<string[]>([]);
  const act = useAct();
  const add = async () => {
    setAdding(true);
    const added = await act(
      async () => addPasskey(deviceInWords(navigator.userAgent), await makePasskey()),
      t`The passkey was added.`,
    );
    setAdding(false);
    if (added) setCodes(added.recoveryCodes);
  };
  return (
    <Card
      title={t`Passkeys`}
      description={t`Log in with your fingerprint, face or the device's PIN instead of a password and a code.`}
      actions={
        canUsePasskeys() && (
          <Button loading={isAdding} onClick={() => void add()}>
            {t`Add a passkey`}
          </Button>
        )
      }
    >
      {account.passkeys.length > 0 ? (
        <CardList label={t`Passkeys`}>
          {account.passkeys.map((passkey) => (
            <PasskeyItem key={passkey.id} passkey={passkey} />
          ))}
        </CardList>
      ) : (
        <p className={styles.text}>
          {canUsePasskeys()
            ? t`None yet.`
            : t`Passkeys do not work in this browser or at this address of the site.`}
        </p>
      )}
      {codes.length > 0 && <RecoveryCodesDialog codes={codes} onClose={() => setCodes([])} />}
    </Card>
  );
}
