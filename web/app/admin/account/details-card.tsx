import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { type Account, updateOwnName } from '../../api/identity.ts';
import type { FieldDefinition } from '../../fields/types.ts';
import { renewToken } from '../../session/tokens.ts';
import { FormFrame, FormSection } from '../../ui/form-frame.tsx';
import { TimeZoneSelect } from '../../ui/time-zone-select.tsx';
import { toast } from '../../ui/toast.ts';
import { useProblemForm } from '../../ui/use-problem-form.ts';
import { Card } from '../card.tsx';
import { FormInput } from '../form-input.tsx';
import { useUnsaved } from '../unsaved.tsx';
import styles from './account.module.css';
import { useRefreshAccount } from './use-act.ts';

const FIRST_NAME = {
  type: 'text',
  label: t`First name`,
  maxLength: 100,
  autoComplete: 'given-name',
} satisfies FieldDefinition;
const LAST_NAME = {
  type: 'text',
  label: t`Last name`,
  maxLength: 100,
  autoComplete: 'family-name',
} satisfies FieldDefinition;

export function DetailsCard({ account }: { account: Account }) {
  // What the form began with: a version read since would pass over what somebody else wrote.
  const [person, setPerson] = useState(account.user.person);
  const refresh = useRefreshAccount();
  const { firstName, lastName, timezone } = person;
  const { form, frame } = useProblemForm({
    initialValues: { firstName, lastName, timezone },
    validate: {
      firstName: (value) => (value.trim() ? null : t`Enter your first name.`),
      lastName: (value) => (value.trim() ? null : t`Enter your last name.`),
    },
    submit: (values) => updateOwnName(person, values),
    onSaved: (saved) => {
      setPerson(saved);
      toast.success(t`Your details were saved.`);
      void refresh();
      // The token carries the time zone; if that fails, the next renewal brings it.
      if (saved.timezone !== timezone) renewToken().catch(() => undefined);
    },
  });
  useUnsaved(() => form.isDirty());
  return (
    <Card title={t`Details`}>
      <FormFrame {...frame} submitLabel={t`Save details`} isUnchanged={!form.isDirty()}>
        <FormSection>
          <div className={styles.pair}>
            <FormInput form={form} name="firstName" definition={FIRST_NAME} />
            <FormInput form={form} name="lastName" definition={LAST_NAME} />
          </div>
          <TimeZoneSelect
            description={t`Times are shown to you in it.`}
            {...form.getInputProps('timezone')}
          />
        </FormSection>
      </FormFrame>
    </Card>
  );
}
