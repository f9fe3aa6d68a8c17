/** Which template the settings below are written to. */
import { plural, t } from '@lingui/core/macro';
import { NativeSelect } from '@mantine/core';
import { Link } from 'react-router';
import type { TemplateRecord } from '../../api/templates.ts';
import { Notice } from '../../ui/notice.tsx';
import { Card } from '../card.tsx';
import { addressOf } from '../define-entry.ts';
import templatesEntry from '../templates/entry.ts';
import { CARDS, labelOf } from './cards.ts';
import { Setting } from './setting.tsx';
import { SETTING_NAMES } from './settings.ts';
import styles from './site.module.css';
import type { SiteDraft } from './use-site-draft.ts';
import { valuesOf } from './values.ts';

interface TemplateCardProps {
  draft: SiteDraft;
  templates: TemplateRecord[];
  /** There are changes that another template would not have. */
  isFixed: boolean;
  onChange: (id: string) => void;
}

export function TemplateCard({ draft, templates, isFixed, onChange }: TemplateCardProps) {
  const { template } = draft.stored;
  const values = valuesOf(draft.stored);
  const foreign = SETTING_NAMES.filter((name) => values[name] === undefined);
  const address = addressOf(templatesEntry, template.id);
  return (
    <Card
      title={CARDS.template.title}
      description={t`Colours, fonts and shape belong to a template. You can also change them in its SCSS.`}
    >
      <div className={styles.fields}>
        <Setting name="template">
          <NativeSelect
            label={labelOf('template')}
            size="md"
            description={isFixed ? t`Save or discard your changes to choose another.` : usedBy(template)}
            disabled={isFixed}
            data={templates.map(({ id, name, isDefault }) => ({
              value: id,
              label: isDefault ? t`${name} (for new pages)` : name,
            }))}
            value={template.id}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        </Setting>
        {foreign.length > 0 && (
          <Notice>
            {foreign.length === SETTING_NAMES.length
              ? t`This template has no settings that can be changed here: its look is written in SCSS.`
              : t`Some settings are written differently in SCSS: change them there.`}{' '}
            <Link to={address}>{t`Open the template`}</Link>
          </Notice>
        )}
        {foreign.length === 0 && (
          <Link to={address} className={styles.link}>
            {t`Open its SCSS`}
          </Link>
        )}
      </div>
    </Card>
  );
}

function usedBy({ pageCount }: TemplateRecord): string {
  if (pageCount === 0) return t`No page uses it yet.`;
  return plural(pageCount, { one: 'Used on # page.', other: 'Used on # pages.' });
}
