/** A new account: whose it is, what it may do, and how its owner gets in. */
import { Button } from '@mantine/core';
import { useImperativeHandle } from 'react';
import { createUser, type UserRecord } from '../../api/users.ts';
import { FormProblem } from '../../ui/form-problem.tsx';
import { useProblemForm } from '../../ui/use-problem-form.ts';
import type { FormProps } from '../define-resource.ts';
import formStyles from '../resource-form.module.css';
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
  const { form, onSubmit, isSaving, problem } = useUserForm(onSaved);
  useImperativeHandle(isDirtyRef, () => () => form.isDirty());
  return (
    <form className={formStyles.form} onSubmit={onSubmit} noValidate>
      <FormProblem problem={problem} />
      <fieldset className={formStyles.section}>
        <PersonFields form={form} />
      </fieldset>
      <AccessFields form={form} />
      <div className={formStyles.footer}>
        <Button size="md" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" size="md" variant="filled" loading={isSaving}>
          {form.values.way === 'invitation' ? 'Create and invite' : 'Create user'}
        </Button>
      </div>
    </form>
  );
}
