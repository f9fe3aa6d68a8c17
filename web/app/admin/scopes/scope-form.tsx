import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { createScope, type ScopeRecord, updateScope } from '../../api/scopes.ts';
import { Notice } from '../../ui/notice.tsx';
import type { FormProps } from '../define-resource.ts';
import type { Section } from '../form-fields.ts';
import { ResourceForm } from '../resource-form.tsx';
import { isOutOfReach } from './reach.ts';

interface ScopeValues {
  name: string;
  description: string;
  requiresSecondFactor: boolean;
  [name: string]: unknown;
}

const NAME = /^[a-z][a-z0-9_-]{0,40}(:[a-z0-9_-]{1,40})?$/;

const holders = (count: number) =>
  t`${plural(count, { one: 'one user who holds it', other: '# users who hold it' })}`;

function nameHint(record: ScopeRecord | undefined): string {
  if (record?.isBuiltIn) return t`The product itself asks for this scope, so its name stays.`;
  if (isOutOfReach(record)) return t`A super user has this scope, so only super users can change its name.`;
  return t`Lowercase letters, digits, - and _, such as club or club:board.`;
}

/** What saving does to those who hold the scope. */
function Consequences({ values, record }: { values: ScopeValues; record: ScopeRecord | undefined }) {
  if (!record) return null;
  const isHeld = record.userCount > 0;
  if (values.name.trim() !== record.name)
    return (
      <Notice tone={isHeld ? 'warning' : undefined}>
        {isHeld && (
          <>
            <Trans>With the new name, the {holders(record.userCount)} will be logged out.</Trans>{' '}
          </>
        )}
        {t`Pages restricted to this scope stay restricted under its new name. API tokens with it stop working.`}
      </Notice>
    );
  const isTightened = values.requiresSecondFactor && !record.requiresSecondFactor;
  if (isTightened && isOutOfReach(record))
    return (
      <Notice tone="warning">
        {t`A super user has this scope, so only super users can have it require a second factor.`}
      </Notice>
    );
  if (isHeld && isTightened)
    return (
      <Notice tone="warning">
        <Trans>
          The {holders(record.userCount)} will have to set up a second factor when they next log in, unless
          they have one.
        </Trans>
      </Notice>
    );
  return null;
}

function sectionsOf(record: ScopeRecord | undefined): Section<ScopeValues>[] {
  return [
    {
      fields: [
        {
          type: 'text',
          name: 'name',
          label: t`Name`,
          hint: nameHint(record),
          required: true,
          isReadOnly: record?.isBuiltIn || isOutOfReach(record),
          maxLength: 82,
          pattern: NAME,
          patternHint: t`Use small letters, digits, hyphens and underscores, with at most one colon within.`,
        },
        {
          type: 'text',
          multiline: true,
          name: 'description',
          label: t`Description`,
          hint: t`What the scope allows.`,
          maxLength: 500,
        },
        {
          type: 'switch',
          name: 'requiresSecondFactor',
          label: t`Requires a second factor`,
          hint: t`Users with this scope log in with a passkey, or with their password and a code from an authenticator app. Users who have neither set one up at their next login.`,
        },
      ],
      preview: (values) => <Consequences values={values} record={record} />,
    },
  ];
}

const valuesOf = (record: ScopeRecord | undefined): ScopeValues => ({
  name: record?.name ?? '',
  description: record?.description ?? '',
  requiresSecondFactor: record?.requiresSecondFactor ?? false,
});

export function ScopeForm(props: FormProps<ScopeRecord>) {
  return (
    <ResourceForm<ScopeValues, ScopeRecord>
      {...props}
      sectionsOf={sectionsOf}
      valuesOf={valuesOf}
      submit={({ name, description, requiresSecondFactor }, record) => {
        const input = { name: name.trim(), description: description.trim(), requiresSecondFactor };
        return record ? updateScope(record, input) : createScope(input);
      }}
      submitLabel={props.record ? t`Save` : t`Create scope`}
    />
  );
}
