import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'react-router';
import { type PersonRecord, updatePerson } from '../../api/people.ts';
import { FormFrame, FormSection } from '../../ui/form-frame.tsx';
import { toast } from '../../ui/toast.ts';
import { useProblemForm } from '../../ui/use-problem-form.ts';
import { Card } from '../card.tsx';
import { useUnsaved } from '../unsaved.tsx';
import { PersonFields, type PersonValues, personFrom, validatePerson } from './person-fields.tsx';
import { useRefreshUsers } from './use-refresh-users.ts';

type Values = PersonValues & Record<string, unknown>;

const valuesOf = ({ firstName, lastName, emailAddress, timezone }: PersonRecord): Values => ({
  firstName,
  lastName,
  emailAddress,
  timezone,
});

interface DetailsProps {
  person: PersonRecord;
  /** Of whoever is logged in. */
  isOwn?: boolean;
}

export function DetailsCard({ person: present, isOwn }: DetailsProps) {
  // What the form began with: a version that was read since would pass over what somebody else wrote.
  const [person, setPerson] = useState(present);
  const refresh = useRefreshUsers();
  const { form, frame } = useProblemForm<Values, PersonRecord>({
    initialValues: valuesOf(person),
    validate: validatePerson,
    submit: (values) => updatePerson(person, personFrom(values)),
    onSaved: (saved) => {
      setPerson(saved);
      toast.success(t`The details were saved.`);
      void refresh();
    },
  });
  useUnsaved(() => form.isDirty());
  return (
    <Card title={t`Details`}>
      <FormFrame {...frame} submitLabel={t`Save details`} isUnchanged={!form.isDirty()}>
        <FormSection>
          <PersonFields
            form={form}
            addressNote={
              isOwn && (
                <Trans>
                  Your own address changes on <Link to="/cms-admin/account">your account page</Link>, where
                  the new one is confirmed.
                </Trans>
              )
            }
          />
        </FormSection>
      </FormFrame>
    </Card>
  );
}
