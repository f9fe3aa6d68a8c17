/** Addresses an email that was not sent to somebody else: a typing error in an address need not cost the email. */
import { t } from '@lingui/core/macro';
import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { AtSign } from 'lucide-react';
import { useState } from 'react';
import { changeRecipient, type EmailRecord, emailsKey, readEmail } from '../../api/emails.ts';
import { Conflict } from '../../ui/conflict.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormFrame, FormSection } from '../../ui/form-frame.tsx';
import { toast } from '../../ui/toast.ts';
import { useCloseAsking } from '../../ui/use-close-asking.ts';
import { useVersionedForm } from '../../ui/use-versioned-form.ts';
import { Fact, Facts } from '../facts.tsx';
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

interface Values extends Record<string, unknown> {
  emailAddress: string;
  name: string;
}

const valuesOf = ({ to: { emailAddress, name } }: EmailRecord): Values => ({ emailAddress, name });

const isSame = (one: Values, other: Values): boolean =>
  one.emailAddress === other.emailAddress && one.name === other.name;

function RecipientDialog({ email, onClose }: { email: EmailRecord; onClose: () => void }) {
  const client = useQueryClient();
  const refresh = () => void client.invalidateQueries({ queryKey: emailsKey });
  const { form, frame, record, theirs, waysOn } = useVersionedForm<Values, EmailRecord>({
    record: email,
    valuesOf,
    validate: { emailAddress: (address) => (address.trim() ? null : t`Enter an email address.`) },
    submit: ({ emailAddress, name }, on) =>
      changeRecipient(on, { emailAddress: emailAddress.trim(), name: name.trim() }),
    refetch: async ({ id }) => {
      refresh();
      return readEmail(id);
    },
    // It may have been tried again meanwhile, and be still for the same person.
    isClashing: (base, _, other) => !isSame(base, other),
    onSaved: (saved) => {
      refresh();
      const send = sendLabel(email);
      toast.success(t`The email is now addressed to ${saved.to.emailAddress}. To send it, press “${send}”.`);
      onClose();
    },
    fieldOf: (path) => path.replace(/^to\./, ''),
  });
  const isUnchanged = isSame(form.values, valuesOf(record));
  const leave = useCloseAsking(() => !isUnchanged, onClose);
  const decision = theirs && (
    <Conflict isClashing {...waysOn}>
      <Facts>
        <Fact label={t`Recipient: theirs`}>
          {theirs.to.name} {theirs.to.emailAddress}
        </Fact>
      </Facts>
    </Conflict>
  );
  return (
    <Dialog opened persistent size={460} title={t`Change recipient`} onClose={leave}>
      <FormFrame
        {...frame}
        decision={decision}
        submitLabel={t`Change recipient`}
        look="main"
        isUnchanged={isUnchanged}
        onCancel={leave}
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
