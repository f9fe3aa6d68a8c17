/** Somebody new, whom the site is to know: no account, and so no way in. */
import { t } from '@lingui/core/macro';
import { useImperativeHandle } from 'react';
import { createPerson, type FoundPerson } from '../../api/people.ts';
import { FormFrame, FormSection } from '../../ui/form-frame.tsx';
import { useProblemForm } from '../../ui/use-problem-form.ts';
import type { FormProps } from '../define-resource.ts';
import {
  newPerson,
  PersonFields,
  type PersonValues,
  personFrom,
  validatePerson,
} from '../users/person-fields.tsx';

type Values = PersonValues & Record<string, unknown>;

export function PersonForm({ onSaved, onCancel, isDirtyRef }: FormProps<FoundPerson>) {
  const { form, frame } = useProblemForm<Values, FoundPerson>({
    initialValues: { ...newPerson() },
    validate: validatePerson,
    submit: (values) => createPerson(personFrom(values)),
    onSaved,
  });
  useImperativeHandle(isDirtyRef, () => () => form.isDirty());
  return (
    <FormFrame {...frame} submitLabel={t`Create person`} look="main" onCancel={onCancel}>
      <FormSection>
        <PersonFields form={form} />
      </FormSection>
    </FormFrame>
  );
}
