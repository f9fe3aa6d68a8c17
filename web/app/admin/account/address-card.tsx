import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { Mail } from 'lucide-react';
import { useState } from 'react';
import { type Account, changeEmailAddress } from '../../api/identity.ts';
import { faultAt, faultsIn } from '../../fields/check.ts';
import type { OfferedDefinition } from '../../fields/types.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FormFrame } from '../../ui/form-frame.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.ts';
import { useProblemForm } from '../../ui/use-problem-form.ts';
import { Card } from '../card.tsx';
import { FormInput } from '../form-input.tsx';
import styles from './account.module.css';
import { confirmed } from './confirming.tsx';
import { useRefreshAccount } from './use-act.ts';

const NEW_ADDRESS = {
  type: 'email',
  label: t`New email address`,
  hint: t`We email a link to it. Once you open the link, you log in with the new address.`,
  autoComplete: 'email',
  required: true,
} satisfies OfferedDefinition;

function AddressDialog({ onClose }: { onClose: () => void }) {
  const refresh = useRefreshAccount();
  const { form, frame } = useProblemForm({
    initialValues: { emailAddress: '' },
    validate: { emailAddress: (value) => faultAt(faultsIn(NEW_ADDRESS, value)) ?? null },
    submit: ({ emailAddress }) =>
      confirmed(async () => {
        await changeEmailAddress(emailAddress.trim());
        return emailAddress.trim();
      }),
    onSaved: (sentTo) => {
      if (!sentTo) return;
      toast.success(t`A link is on its way to ${sentTo}.`);
      void refresh();
      onClose();
    },
  });
  return (
    <Dialog opened title={t`Change the email address`} size={460} onClose={onClose}>
      <FormFrame {...frame} submitLabel={t`Send the link`} look="main" onCancel={onClose}>
        <FormInput form={form} name="emailAddress" definition={NEW_ADDRESS} isFocusedFirst />
      </FormFrame>
    </Dialog>
  );
}

export function AddressCard({ account }: { account: Account }) {
  const [isOpen, setOpen] = useState(false);
  const { pendingEmailAddress, user } = account;
  return (
    <Card
      title={t`Email address`}
      description={t`You log in with it, and emails about your account go there.`}
      actions={<Button onClick={() => setOpen(true)}>{t`Change the address`}</Button>}
    >
      <p className={styles.value}>{user.person.emailAddress}</p>
      {pendingEmailAddress && (
        <Notice icon={Mail}>
          <Trans>
            {pendingEmailAddress} becomes your address once you open the link that was emailed there.
          </Trans>
        </Notice>
      )}
      {isOpen && <AddressDialog onClose={() => setOpen(false)} />}
    </Card>
  );
}
