/** Addresses an email that was not sent to somebody else: a typing error in an address need not cost the email. */
import { t } from '@lingui/core/macro';
import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { AtSign } from 'lucide-react';
import { useState } from 'react';
import { changeRecipient, type EmailRecord, emailsKey, readEmail } from '../../api/emails.ts';
import type { EmailOut } from '../../api/generated/index.ts';
import { ProblemError } from '../../api/problem.ts';
import { confirmDiscard } from '../../ui/confirm-discard.ts';
import { Conflict } from '../../ui/conflict.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormFrame, FormSection } from '../../ui/form-frame.tsx';
import { toast } from '../../ui/toast.ts';
import { useUnsavedDialog } from '../../ui/unsaved-dialogs.ts';
import { useProblemForm } from '../../ui/use-problem-form.ts';
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
  const [read, setRead] = useState(email);
  /** To whom somebody else has addressed it since. */
  const [theirs, setTheirs] = useState<EmailRecord>();
  const save = (base: EmailRecord, { emailAddress, name }: Values) =>
    changeRecipient(base, { emailAddress: emailAddress.trim(), name: name.trim() });
  const {
    form,
    frame,
    isSaving,
    send: sendValues,
  } = useProblemForm<Values, EmailOut | undefined>({
    initialValues: valuesOf(email),
    validate: { emailAddress: (address) => (address.trim() ? null : t`Enter an email address.`) },
    submit: async (values) => {
      try {
        return await save(theirs ?? read, values);
      } catch (error) {
        if (!(error instanceof ProblemError && error.status === 412)) throw error;
        const found = await readEmail(email.id);
        // It has been tried again meanwhile, and is still for the same person.
        if (isSame(valuesOf(found), valuesOf(read))) return save(found, values);
        setTheirs(found);
        return undefined;
      }
    },
    onSaved: (saved) => {
      void client.invalidateQueries({ queryKey: emailsKey });
      if (!saved) return;
      const send = sendLabel(email);
      toast.success(t`The email is now addressed to ${saved.to.emailAddress}. To send it, press “${send}”.`);
      onClose();
    },
    fieldOf: (path) => path.replace(/^to\./, ''),
  });
  const takeTheirs = () => {
    if (!theirs) return;
    form.setValues(valuesOf(theirs));
    setRead(theirs);
    setTheirs(undefined);
  };
  const isUnchanged = isSame(form.values, valuesOf(read));
  useUnsavedDialog(() => !isUnchanged);
  const leave = async () => {
    if (isUnchanged || (await confirmDiscard())) onClose();
  };
  const decision = theirs && (
    <Conflict
      isClashing
      isSaving={isSaving}
      onTakeTheirs={takeTheirs}
      onKeepMine={() => void sendValues(form.values)}
    >
      <Facts>
        <Fact label={t`Recipient: theirs`}>
          {theirs.to.name} {theirs.to.emailAddress}
        </Fact>
      </Facts>
    </Conflict>
  );
  return (
    <Dialog opened persistent size={460} title={t`Change recipient`} onClose={() => void leave()}>
      <FormFrame
        {...frame}
        decision={decision}
        submitLabel={t`Change recipient`}
        look="main"
        isUnchanged={isUnchanged}
        onCancel={() => void leave()}
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
