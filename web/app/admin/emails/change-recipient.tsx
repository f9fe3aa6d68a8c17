/** Addresses an email that was not sent to somebody else: a typing error in an address need not cost the email. */
import { t } from '@lingui/core/macro';
import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { AtSign } from 'lucide-react';
import { useState } from 'react';
import { changeRecipient, type EmailRecord, emailsKey } from '../../api/emails.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FormFrame, FormSection } from '../../ui/form-frame.tsx';
import { toast } from '../../ui/toast.ts';
import { useProblemForm } from '../../ui/use-problem-form.ts';
import { isChangeable } from './recipients.ts';
import { sendLabel } from './sending.ts';

export function ChangeRecipient({ email }: { email: EmailRecord }) {
  const [isOpen, setOpen] = useState(false);
  if (!isChangeable(email)) return null;
  return (
    <>
      <Button size="md" leftSection={<AtSign size={16} aria-hidden />} onClick={() => setOpen(true)}>
        {t`Change recipient…`}
      </Button>
      {isOpen && <RecipientDialog email={email} onClose={() => setOpen(false)} />}
    </>
  );
}

function RecipientDialog({ email, onClose }: { email: EmailRecord; onClose: () => void }) {
  const client = useQueryClient();
  const { form, frame } = useProblemForm({
    initialValues: { emailAddress: email.to.emailAddress, name: email.to.name },
    validate: { emailAddress: (address) => (address.trim() ? null : t`Enter an email address.`) },
    submit: ({ emailAddress, name }) =>
      changeRecipient(email, { emailAddress: emailAddress.trim(), name: name.trim() }),
    onSaved: ({ to }) => {
      const send = sendLabel(email);
      toast.success(t`The email is now addressed to ${to.emailAddress}. To send it, press “${send}”.`);
      void client.invalidateQueries({ queryKey: emailsKey });
      onClose();
    },
    fieldOf: (path) => path.replace(/^to\./, ''),
  });
  return (
    <Dialog opened size={460} title={t`Change recipient`} onClose={onClose}>
      <FormFrame
        {...frame}
        submitLabel={t`Change recipient`}
        look="main"
        isUnchanged={!form.isDirty()}
        onCancel={onClose}
      >
        <FormSection>
          <TextInput
            data-autofocus
            size="md"
            type="email"
            label={t`Email address`}
            autoComplete="off"
            maxLength={254}
            {...form.getInputProps('emailAddress')}
          />
          <TextInput
            size="md"
            label={t`Name`}
            description={t`The text of the email stays as it is, also where it greets somebody by name.`}
            autoComplete="off"
            maxLength={200}
            {...form.getInputProps('name')}
          />
        </FormSection>
      </FormFrame>
    </Dialog>
  );
}
