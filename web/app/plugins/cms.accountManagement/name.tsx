import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { ifMatch } from '../../api/fetch.ts';
import type { PersonOut } from '../../api/generated/index.ts';
import { apiJson } from '../../api/json.ts';
import { SectionHeading } from '../headings.tsx';
import { Done, MemberForm, TextField } from '../members/form.tsx';

interface NameProps {
  person: PersonOut;
  onChanged: () => Promise<void>;
}

export function Name({ person, onChanged }: NameProps): ReactNode {
  const { t } = useLingui();
  const [isSaved, setSaved] = useState(false);
  const onSubmit = async ({ firstName, lastName }: Record<string, string>) => {
    setSaved(false);
    const { id, version, timezone, emailAddress } = person;
    const body = { firstName, lastName, timezone, emailAddress };
    await apiJson('PUT', `/auth/people/${id}`, { body, headers: ifMatch(version) });
    await onChanged();
    setSaved(true);
  };
  return (
    <section className="pw-member-section">
      <SectionHeading>{t`Name`}</SectionHeading>
      <MemberForm
        submit={t`Save`}
        label={t`Name`}
        onSubmit={onSubmit}
        more={isSaved && <Done>{t`Saved.`}</Done>}
      >
        <TextField
          name="firstName"
          label={t`First name`}
          autoComplete="given-name"
          maxLength={200}
          defaultValue={person.firstName}
        />
        <TextField
          name="lastName"
          label={t`Last name`}
          autoComplete="family-name"
          maxLength={200}
          defaultValue={person.lastName}
        />
      </MemberForm>
    </section>
  );
}
