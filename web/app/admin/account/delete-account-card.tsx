import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { type Account, deleteOwnAccount } from '../../api/identity.ts';
import type { OfferedDefinition } from '../../fields/types.ts';
import { logOut } from '../../session/tokens.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FormFrame } from '../../ui/form-frame.tsx';
import { toast } from '../../ui/toast.ts';
import { useProblemForm } from '../../ui/use-problem-form.ts';
import { Card } from '../card.tsx';
import { FormInput } from '../form-input.tsx';
import styles from './account.module.css';
import { confirmed } from './confirming.tsx';

const ADDRESS = {
  type: 'email',
  label: t`Your email address`,
  hint: t`To confirm the deletion.`,
  autoComplete: 'off',
} satisfies OfferedDefinition;

/** What no undo brings back is asked for in writing: nobody types an address by a slip. */
function DeleteDialog({ address, onClose }: { address: string; onClose: (isSure: boolean) => void }) {
  const { form, frame } = useProblemForm({
    initialValues: { address: '' },
    validate: {
      address: (value) =>
        value.trim().toLowerCase() === address.toLowerCase() ? null : t`Enter ${address} to continue.`,
    },
    submit: () => Promise.resolve(true),
    onSaved: onClose,
  });
  return (
    <Dialog opened persistent size={440} title={t`Delete your account?`} onClose={() => onClose(false)}>
      <FormFrame
        {...frame}
        submitLabel={t`Delete my account`}
        look="danger"
        onCancel={() => onClose(false)}
        cancelLabel={t`Keep it`}
      >
        <p className={styles.text}>
          {t`Your account, your profile data and your API tokens are deleted at once, and this cannot be undone. What you wrote on the site stays.`}
        </p>
        <FormInput form={form} name="address" definition={ADDRESS} isFocusedFirst />
      </FormFrame>
    </Dialog>
  );
}

async function remove(): Promise<void> {
  try {
    const isGone = await confirmed(async () => {
      await deleteOwnAccount();
      return true;
    });
    if (isGone) await logOut('/');
  } catch (error) {
    toast.error(error);
  }
}

export function DeleteAccountCard({ account }: { account: Account }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <Card
      title={t`Deletion`}
      description={t`This deletes your account and its data. It cannot be undone.`}
      actions={
        <Button color="danger" onClick={() => setAsking(true)}>
          {t`Delete my account`}
        </Button>
      }
    >
      {isAsking && (
        <DeleteDialog
          address={account.user.person.emailAddress}
          onClose={(isSure) => {
            setAsking(false);
            if (isSure) void remove();
          }}
        />
      )}
    </Card>
  );
}
