/** The account that a person does not have, and the form that gives them one. */
import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { UserPlus } from 'lucide-react';
import { useNavigate } from 'react-router';
import type { PersonOut } from '../../api/generated/index.ts';
import { fullName } from '../../api/people.ts';
import { createUser, type UserRecord } from '../../api/users.ts';
import { FormFrame } from '../../ui/form-frame.tsx';
import { toast } from '../../ui/toast.ts';
import { useProblemForm } from '../../ui/use-problem-form.ts';
import { Card } from '../card.tsx';
import { useUnsaved } from '../unsaved.tsx';
import {
  AccessFields,
  type AccessValues,
  accessFrom,
  fieldOf,
  newAccess,
  validateAccess,
} from '../users/access-fields.tsx';
import { useOpening } from '../users/use-opening.ts';
import { useRefreshUsers } from '../users/use-refresh-users.ts';

type Values = AccessValues & Record<string, unknown>;

interface NewAccountProps {
  person: PersonOut;
}

export function NewAccountCard({ person }: NewAccountProps) {
  const { isOpen, open, close, button, form } = useOpening();
  return (
    <Card
      title={t`Account`}
      description={isOpen ? undefined : t`${person.firstName} has no account and cannot log in.`}
      actions={
        !isOpen && (
          <Button ref={button} leftSection={<UserPlus size={15} aria-hidden />} onClick={open}>
            {t`Create account`}
          </Button>
        )
      }
    >
      {isOpen && (
        <div ref={form}>
          <NewAccountForm person={person} onCancel={close} />
        </div>
      )}
    </Card>
  );
}

function NewAccountForm({ person, onCancel }: NewAccountProps & { onCancel: () => void }) {
  const navigate = useNavigate();
  const refresh = useRefreshUsers();
  const { form, frame } = useProblemForm<Values, UserRecord>({
    initialValues: { ...newAccess },
    validate: validateAccess,
    submit: (values) => createUser({ personId: person.id, ...accessFrom(values) }),
    onSaved: async (user) => {
      form.resetDirty();
      toast.success(t`${fullName(person)} has an account now.`);
      // The person's screen is the account's from now on: there is nothing to go back to.
      await navigate(`/cms-admin/users/${user.id}`, { replace: true });
      await refresh();
    },
    fieldOf,
  });
  useUnsaved(() => form.isDirty());
  return (
    <FormFrame
      {...frame}
      submitLabel={form.values.way === 'invitation' ? t`Create and invite` : t`Create account`}
      look="main"
      onCancel={onCancel}
    >
      <AccessFields form={form} />
    </FormFrame>
  );
}
