import { t } from '@lingui/core/macro';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { formatsFor } from '#words/format.ts';
import { FieldInput } from '../../fields/inputs.tsx';
import { hasOwnWords, languageField } from '../../ui/languages.ts';
import { timeZoneField } from '../../ui/time-zones.ts';
import { Card } from '../card.tsx';
import { CARDS } from './cards.ts';
import { LABELS } from './labels.ts';
import { Setting } from './setting.tsx';
import styles from './site.module.css';
import type { SiteDraft } from './use-site-draft.ts';

/** As long as the service takes it. */
const LONGEST_NAME = 200;

export function IdentityCard({ draft: { values, set } }: { draft: SiteDraft }) {
  const { siteName = '', language = 'en', timezone = 'UTC' } = values;
  // Made once: the options are many.
  const [zoneField] = useState(() => timeZoneField());
  const [languages] = useState(() => languageField(language));
  const choose = (name: 'language' | 'timezone') => (value: unknown) => {
    if (typeof value === 'string' && value) set({ [name]: value });
  };
  const today = formatsFor(language, timezone).dateTime(new Date(), 'long', 'short');
  return (
    <Card title={CARDS.identity.title}>
      <div className={styles.fields}>
        <Setting name="siteName">
          <TextInput
            label={LABELS.siteName}
            size="md"
            description={t`In menus, titles of pages, feeds and emails.`}
            autoComplete="off"
            maxLength={LONGEST_NAME}
            value={siteName}
            error={siteName.trim() ? undefined : t`Enter a name.`}
            onChange={(event) => set({ siteName: event.currentTarget.value })}
          />
        </Setting>
        <Setting name="language">
          <FieldInput
            definition={languages}
            note={
              hasOwnWords(language)
                ? t`The language that your pages are written in.`
                : t`The language that your pages are written in. Pagewright’s own words on pages, such as “Menu”, stay English.`
            }
            value={language}
            onChange={choose('language')}
          />
        </Setting>
        <Setting name="timezone">
          <FieldInput
            definition={zoneField}
            note={t`For dates and times on pages. Now: ${today}`}
            value={timezone}
            onChange={choose('timezone')}
          />
        </Setting>
      </div>
    </Card>
  );
}
