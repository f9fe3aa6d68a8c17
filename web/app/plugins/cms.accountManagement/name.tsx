import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { ifMatch } from '../../api/fetch.ts';
import type { AccountOut, PersonOut } from '../../api/generated/index.ts';
import { apiJson } from '../../api/json.ts';
import { SectionHeading } from '../headings.tsx';
import { TextField } from '../members/form.tsx';
import { VersionedForm } from '../members/versioned-form.tsx';

export function Name({ person: found }: { person: PersonOut }): ReactNode {
  const { t } = useLingui();
  const parts = [
    { name: 'firstName', label: t`First name`, autoComplete: 'given-name' },
    { name: 'lastName', label: t`Last name`, autoComplete: 'family-name' },
  ] as const;
  return (
    <section className="pw-member-section">
      <SectionHeading>{t`Name`}</SectionHeading>
      <VersionedForm
        label={t`Name`}
        found={found}
        valuesOf={({ firstName, lastName }) => ({ firstName, lastName })}
        typedOf={({ firstName = '', lastName = '' }) => ({ firstName, lastName })}
        save={(names, { id, version, timezone, emailAddress }) =>
          apiJson<PersonOut>('PUT', `/auth/people/${id}`, {
            body: { ...names, timezone, emailAddress },
            headers: ifMatch(version),
          })
        }
        read={async () => (await apiJson<AccountOut>('GET', '/auth/account')).user.person}
        shownOf={() => parts.map(({ name, label }) => ({ name, label, draw: (value) => value }))}
      >
        {(person) =>
          parts.map((part) => (
            <TextField key={part.name} {...part} maxLength={200} defaultValue={person[part.name]} />
          ))
        }
      </VersionedForm>
    </section>
  );
}
