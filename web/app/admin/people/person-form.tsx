/** Somebody new, whom the site is to know: no account, and so no way in. */
import { Button } from '@mantine/core';
import { useImperativeHandle } from 'react';
import { createPerson, type FoundPerson } from '../../api/people.ts';
import { FormProblem } from '../../ui/form-problem.tsx';
import { useProblemForm } from '../../ui/use-problem-form.ts';
import type { FormProps } from '../define-resource.ts';
import formStyles from '../resource-form.module.css';
import {
  newPerson,
  PersonFields,
  type PersonValues,
  personFrom,
  validatePerson,
} from '../users/person-fields.tsx';

type Values = PersonValues & Record<string, unknown>;

export function PersonForm({ onSaved, onCancel, isDirtyRef }: FormProps<FoundPerson>) {
  const { form, onSubmit, isSaving, problem } = useProblemForm<Values, FoundPerson>({
    initialValues: { ...newPerson() },
    validate: validatePerson,
    submit: (values) => createPerson(personFrom(values)),
    onSaved,
  });
  useImperativeHandle(isDirtyRef, () => () => form.isDirty());
  return (
    <form className={formStyles.form} onSubmit={onSubmit} noValidate>
      <FormProblem problem={problem} />
      <fieldset className={formStyles.section}>
        <PersonFields form={form} />
      </fieldset>
      <div className={formStyles.footer}>
        <Button size="md" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" size="md" variant="filled" loading={isSaving}>
          Create person
        </Button>
      </div>
    </form>
  );
}
