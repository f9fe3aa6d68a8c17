import { t } from '@lingui/core/macro';
import type { SubscriberOut } from '../../api/generated/index.ts';
import type { FormProps } from '../define-resource.ts';
import type { Section } from '../form-fields.ts';
import { ResourceForm } from '../resource-form.tsx';
import { add, change } from './saving.ts';
import { SubscriptionFacts } from './subscription-facts.tsx';
import { STATES } from './words.ts';

interface SubscriberValues {
  emailAddress: string;
  name: string;
  listId: string | undefined;
  state: SubscriberOut['state'];
  [name: string]: unknown;
}

const valuesOf = (record: SubscriberOut | undefined): SubscriberValues => ({
  emailAddress: record?.emailAddress ?? '',
  name: record?.name ?? '',
  listId: record?.listId,
  state: record?.state ?? 'pending',
});

/** The states that somebody can be put into from the one they have: only they themselves confirm, or come back. */
function statesFor(record: SubscriberOut | undefined): SubscriberOut['state'][] {
  if (!record) return ['pending', 'confirmed', 'unsubscribed'];
  if (record.forwarding !== 'none' || record.state === 'unsubscribed') return [record.state];
  return [record.state, 'unsubscribed'];
}

const NEW_STATES: Record<SubscriberOut['state'], string> = {
  pending: t`Ask them by email`,
  confirmed: t`Subscribe: they have agreed already`,
  unsubscribed: t`Keep them off the list`,
};

function sectionsOf(record: SubscriberOut | undefined): Section<SubscriberValues>[] {
  const words = record ? STATES : NEW_STATES;
  const sections: Section<SubscriberValues>[] = [
    {
      fields: [
        {
          type: 'email',
          name: 'emailAddress',
          label: t`Email address`,
          autoComplete: 'off',
          required: true,
          isReadOnly: record !== undefined,
        },
        { type: 'text', name: 'name', label: t`Name`, autoComplete: 'off', maxLength: 200 },
        {
          type: 'reference',
          to: 'mailingLists',
          name: 'listId',
          label: t`Mailing list`,
          required: true,
          isReadOnly: record !== undefined,
        },
        {
          type: 'choice',
          name: 'state',
          label: record ? t`State` : t`What happens`,
          hint: record ? undefined : t`If a provider manages the list, it sends the confirmation email.`,
          options: statesFor(record).map((value) => ({ value, label: words[value] })),
          required: true,
          isReadOnly: record !== undefined && statesFor(record).length < 2,
        },
      ],
    },
  ];
  if (record)
    sections.push({
      title: t`How they subscribed`,
      fields: [],
      preview: () => <SubscriptionFacts subscriber={record} />,
    });
  return sections;
}

async function save(values: SubscriberValues, record: SubscriberOut | undefined): Promise<SubscriberOut> {
  const { emailAddress, name, listId = '', state } = values;
  if (record) return change(record, { name: name.trim(), state });
  return add({ emailAddress: emailAddress.trim(), name: name.trim(), listId, state });
}

export function SubscriberForm(props: FormProps<SubscriberOut>) {
  return (
    <ResourceForm<SubscriberValues, SubscriberOut>
      {...props}
      sectionsOf={sectionsOf}
      valuesOf={valuesOf}
      submit={save}
      submitLabel={props.record ? t`Save` : t`Add subscriber`}
    />
  );
}
