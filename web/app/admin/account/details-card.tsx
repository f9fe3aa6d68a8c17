import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Account, accountOptions, updateOwnName } from '../../api/identity.ts';
import type { OfferedDefinition } from '../../fields/types.ts';
import { chooseOwnLocale, ownLocale } from '../../session/session-store.ts';
import { renewToken } from '../../session/tokens.ts';
import { FormFrame, FormSection } from '../../ui/form-frame.tsx';
import { timeZoneField } from '../../ui/time-zones.ts';
import { toast } from '../../ui/toast.ts';
import { Card } from '../card.tsx';
import { namedFields } from '../form-fields.ts';
import { FormInput } from '../form-input.tsx';
import { useUnsaved } from '../unsaved.tsx';
import { useRecordForm } from '../use-record-form.tsx';
import styles from './account.module.css';
import { AUTOMATIC, localeField } from './locales.ts';
import { useRefreshAccount } from './use-act.ts';

type Person = Account['user']['person'];

const FIELDS = {
  firstName: { type: 'text', label: t`First name`, maxLength: 100, autoComplete: 'given-name' },
  lastName: { type: 'text', label: t`Last name`, maxLength: 100, autoComplete: 'family-name' },
  timezone: timeZoneField(t`Times are shown to you in this time zone.`),
} satisfies Record<string, OfferedDefinition>;

const valuesOf = ({ firstName, lastName, timezone }: Person) => ({
  firstName,
  lastName,
  timezone,
  locale: ownLocale() ?? AUTOMATIC,
});

export function DetailsCard({ account }: { account: Account }) {
  const { person } = account.user;
  const queryClient = useQueryClient();
  const refresh = useRefreshAccount();
  // Not with the others: what it offers depends on who is logged in.
  const [locale] = useState(() =>
    localeField(ownLocale(), t`How dates and numbers are shown to you in this browser.`),
  );
  const { form, frame } = useRecordForm<ReturnType<typeof valuesOf>, Person>({
    record: person,
    fieldsOf: () => namedFields({ ...FIELDS, locale }),
    valuesOf: (present = person) => valuesOf(present),
    validate: {
      firstName: (value) => (value.trim() ? null : t`Enter your first name.`),
      lastName: (value) => (value.trim() ? null : t`Enter your last name.`),
    },
    submit: async ({ locale, ...values }, present = person) => {
      const saved = await updateOwnName(present, values);
      chooseOwnLocale(locale === AUTOMATIC ? undefined : locale);
      return saved;
    },
    refetch: async () => (await queryClient.fetchQuery({ ...accountOptions(), staleTime: 0 })).user.person,
    onSaved: (saved, before) => {
      toast.success(t`Your details were saved.`);
      void refresh();
      // The token carries the time zone; if that fails, the next renewal brings it.
      if (saved.timezone !== before?.timezone) renewToken().catch(() => undefined);
    },
  });
  useUnsaved(() => form.isDirty());
  return (
    <Card title={t`Details`}>
      <FormFrame {...frame} submitLabel={t`Save details`} isUnchanged={!form.isDirty()}>
        <FormSection>
          <div className={styles.pair}>
            <FormInput form={form} name="firstName" definition={FIELDS.firstName} />
            <FormInput form={form} name="lastName" definition={FIELDS.lastName} />
          </div>
          <div className={styles.pair}>
            <FormInput form={form} name="timezone" definition={FIELDS.timezone} />
            <FormInput form={form} name="locale" definition={locale} />
          </div>
        </FormSection>
      </FormFrame>
    </Card>
  );
}
