import { t } from '@lingui/core/macro';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { type Account, updateOwnName } from '../../api/identity.ts';
import { renewToken } from '../../session/tokens.ts';
import { FormFrame, FormSection } from '../../ui/form-frame.tsx';
import { TimeZoneSelect } from '../../ui/time-zone-select.tsx';
import { toast } from '../../ui/toast.ts';
import { useProblemForm } from '../../ui/use-problem-form.ts';
import { Card } from '../card.tsx';
import { useUnsaved } from '../unsaved.tsx';
import styles from './account.module.css';
import { useRefreshAccount } from './use-act.ts';

const NAME = 100;

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
            <TextInput
              label={t`First name`}
              size="md"
              autoComplete="given-name"
              maxLength={NAME}
              {...form.getInputProps('firstName')}
            />
            <TextInput
              label={t`Last name`}
              size="md"
              autoComplete="family-name"
              maxLength={NAME}
              {...form.getInputProps('lastName')}
            />
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
