/** A new account: whose it is, what it may do, and how its owner gets in. */
import { t } from '@lingui/core/macro';
import { useImperativeHandle } from 'react';
import { createUser, type UserRecord } from '../../api/users.ts';
import { FormFrame, FormSection } from '../../ui/form-frame.tsx';
import { useProblemForm } from '../../ui/use-problem-form.ts';
import type { FormProps } from '../define-resource.ts';
import {
  AccessFields,
  type AccessValues,
  accessFrom,
  fieldOf,
  newAccess,
  validateAccess,
} from './access-fields.tsx';
import { newPerson, PersonFields, type PersonValues, personFrom, validatePerson } from './person-fields.tsx';

type UserValues = PersonValues & AccessValues & Record<string, unknown>;

function useUserForm(onSaved: (user: UserRecord) => void) {
  return useProblemForm<UserValues, UserRecord>({
    initialValues: { ...newPerson(), ...newAccess },
    validate: { ...validatePerson, ...validateAccess },
    submit: (values) => createUser({ person: personFrom(values), ...accessFrom(values) }),
    onSaved,
    fieldOf,
  });
}

export function UserForm({ onSaved, onCancel, isDirtyRef }: FormProps<UserRecord>) {
  const { form, frame } = useUserForm(onSaved);
  useImperativeHandle(isDirtyRef, () => () => form.isDirty());
  return (
    <FormFrame
      {...frame}
      submitLabel={form.values.way === 'invitation' ? t`Create and invite` : t`Create user`}
      look="main"
      onCancel={onCancel}
    >
      <FormSection>
        <PersonFields form={form} />
      </FormSection>
      <AccessFields form={form} />
    </FormFrame>
  );
}
