/** Asks where emails go instead: to the same people at another domain, or all of them to one address. */
import { plural, t } from '@lingui/core/macro';
import { TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { EmailRecord } from '../../api/emails.ts';
import type { NewRecipient } from '../../api/generated/index.ts';
import { faultAt, faultsIn } from '../../fields/check.ts';
import { FieldInput } from '../../fields/inputs.tsx';
import type { OfferedDefinition } from '../../fields/types.ts';
import { isEmailAddress } from '../../page/field-rules.ts';
import { AskDialog } from '../ask-dialog.tsx';
import type { AskProps } from '../bulk-action.ts';

type To = EmailRecord['to'];

const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1);
const atDomain = (address: string, domain: string) =>
  `${address.slice(0, address.lastIndexOf('@'))}@${domain}`;

/** What all of them are, where they are the same. */
function common(values: readonly string[]): string | undefined {
  const [first, ...others] = values;
  return others.every((other) => other.toLowerCase() === first?.toLowerCase()) ? first : undefined;
}

const ADDRESS = {
  type: 'email',
  label: t`Email address`,
  autoComplete: 'off',
} satisfies OfferedDefinition;

export function AskRecipient({ rows, onAnswer, onCancel }: AskProps<EmailRecord>): ReactNode {
  const people = rows.map(({ to }) => to);
  const before = {
    address: common(people.map(({ emailAddress }) => emailAddress)) ?? '',
    name: common(people.map(({ name }) => name)) ?? '',
    domain: common(people.map(({ emailAddress }) => domainOf(emailAddress))) ?? '',
  };
  const isByDomain = before.domain !== '' && before.address === '';
  const [how, setHow] = useState<'domain' | 'one'>(isByDomain ? 'domain' : 'one');
  const [address, setAddress] = useState(before.address);
  const [name, setName] = useState(before.name);
  const [domain, setDomain] = useState(before.domain);
  const [fault, setFault] = useState<string>();
  const [first] = people;
  const typed = { address: address.trim(), name: name.trim(), domain: domain.trim().replace(/^@/, '') };
  const submit = () => {
    if (how === 'domain') {
      if (!isEmailAddress(`a@${typed.domain}`)) return setFault(t`Enter a domain, such as example.org.`);
      return onAnswer(
        (to: To): NewRecipient => ({ ...to, emailAddress: atDomain(to.emailAddress, typed.domain) }),
      );
    }
    const wrong = faultAt(faultsIn(ADDRESS, typed.address));
    if (wrong) return setFault(wrong);
    onAnswer((): NewRecipient => ({ emailAddress: typed.address, name: typed.name }));
  };
  const change = (set: (value: string) => void) => (value: string) => {
    setFault(undefined);
    set(value);
  };
  const isSame =
    how === 'domain'
      ? typed.domain === before.domain
      : typed.address === before.address && typed.name === before.name;
  const [from, into] = [first?.emailAddress ?? '', atDomain(first?.emailAddress ?? '', typed.domain)];
  return (
    <AskDialog
      title={t`Change the recipient of ${plural(rows.length, { one: '# email', other: '# emails' })}`}
      submitLabel={t`Change recipient`}
      isReady={!isSame && (how === 'domain' ? typed.domain : typed.address) !== ''}
      onSubmit={submit}
      onCancel={onCancel}
    >
      {isByDomain && (
        <FieldInput
          definition={{
            type: 'choice',
            label: t`Send them to`,
            required: true,
            options: [
              { value: 'domain', label: t`Same people, another domain` },
              { value: 'one', label: t`One address for all` },
            ],
          }}
          value={how}
          onChange={(next) => {
            setFault(undefined);
            setHow(next as typeof how);
          }}
        />
      )}
      {how === 'domain' ? (
        <TextInput
          data-autofocus
          size="md"
          label={t`Domain`}
          description={
            typed.domain && typed.domain !== before.domain
              ? t`${from} becomes ${into}.`
              : t`The part after the @ in each address.`
          }
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={250}
          value={domain}
          error={fault}
          onChange={({ currentTarget }) => change(setDomain)(currentTarget.value)}
        />
      ) : (
        <>
          <FieldInput
            definition={ADDRESS}
            value={address}
            error={fault}
            isFocusedFirst
            onChange={(next) => change(setAddress)(String(next))}
          />
          <TextInput
            size="md"
            label={t`Name`}
            description={t`The text of the emails stays as it is, also where it greets somebody by name.`}
            autoComplete="off"
            maxLength={200}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
        </>
      )}
    </AskDialog>
  );
}
