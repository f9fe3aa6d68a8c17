import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { ifMatch } from '../../api/fetch.ts';
import { peopleGetOptions } from '../../api/generated/@tanstack/react-query.gen.ts';
import { type PersonOut, peopleUpdate } from '../../api/generated/index.ts';
import { FormFrame, FormSection } from '../../ui/form-frame.tsx';
import { toast } from '../../ui/toast.ts';
import { Card } from '../card.tsx';
import { useUnsaved } from '../unsaved.tsx';
import { useRecordForm } from '../use-record-form.tsx';
import {
  PersonFields,
  type PersonValues,
  personFields,
  personFrom,
  validatePerson,
} from './person-fields.tsx';
import { useRefreshUsers } from './use-refresh-users.ts';

type Values = PersonValues & Record<string, unknown>;

const valuesOf = ({ firstName, lastName, emailAddress, timezone }: PersonOut): Values => ({
  firstName,
  lastName,
  emailAddress,
  timezone,
});

async function save({ id, version }: PersonOut, values: Values): Promise<PersonOut> {
  const { data } = await peopleUpdate({ path: { id }, headers: ifMatch(version), body: personFrom(values) });
  return data;
}

interface DetailsProps {
  person: PersonOut;
  /** Whether it is the principal's own account. */
  isOwn?: boolean;
}

export function DetailsCard({ person, isOwn }: DetailsProps) {
  const queryClient = useQueryClient();
  const refresh = useRefreshUsers();
  const { form, frame } = useRecordForm<Values, PersonOut>({
    record: person,
    fieldsOf: () => personFields,
    valuesOf: (present = person) => valuesOf(present),
    validate: validatePerson,
    submit: (values, present = person) => save(present, values),
    refetch: ({ id }) => queryClient.fetchQuery({ ...peopleGetOptions({ path: { id } }), staleTime: 0 }),
    onSaved: () => {
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
