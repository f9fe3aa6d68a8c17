/** What somebody else has changed meanwhile that was changed here too, and the two ways on. */
import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import templateStyles from '../templates/templates.module.css';
import type { SettingName } from './settings.ts';
import styles from './site.module.css';
import type { SiteDraft } from './use-site-draft.ts';
import { type EntryKey, type ValueName, valuesOf } from './values.ts';

const LABELS: Record<EntryKey | SettingName, string> = {
  siteName: t`Name`,
  language: t`Language`,
  timezone: t`Time zone`,
  darkMode: t`Light or dark`,
  'dark-mode': t`Light or dark`,
  accent: t`Accent`,
  neutral: t`Text`,
  ground: t`Background`,
  'heading-font': t`Headings`,
  'heading-weight': t`Weight of headings`,
  'text-font': t`Text`,
  'interface-font': t`Menus and buttons`,
  'text-size': t`Text size`,
  scale: t`Size of headings`,
  spacing: t`Spacing`,
  radius: t`Round corners`,
};

export function ConflictPanel({ draft }: { draft: SiteDraft }) {
  const { meanwhile, values } = draft;
  if (!meanwhile) return null;
  const theirs = valuesOf(meanwhile.stored);
  return (
    <div className={templateStyles.conflict}>
      <p role="alert">
        <TriangleAlert size={18} aria-hidden />
        {t`Somebody else has changed this since you opened it. What you chose is still here and not saved yet.`}
      </p>
      <table className={styles.conflicts}>
        <thead>
          <tr>
            <th scope="col">{t`Setting`}</th>
            <th scope="col">{t`Theirs`}</th>
            <th scope="col">{t`Yours`}</th>
          </tr>
        </thead>
        <tbody>
          {meanwhile.names.map((name: ValueName) => (
            <tr key={name}>
              <th scope="row">{LABELS[name]}</th>
              <td>{theirs[name] ?? t`Set in SCSS`}</td>
              <td>{values[name]}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className={templateStyles.buttons}>
        <Button disabled={draft.isSaving} onClick={draft.takeTheirs}>{t`Discard mine, use theirs`}</Button>
        <Button variant="filled" disabled={draft.isSaving} onClick={() => void draft.keepMine()}>
          {t`Save mine over theirs`}
        </Button>
      </div>
    </div>
  );
}
