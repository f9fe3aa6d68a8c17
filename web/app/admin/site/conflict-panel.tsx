import { t } from '@lingui/core/macro';
import { Conflict } from '../../ui/conflict.tsx';
import { LABELS } from './labels.ts';
import styles from './site.module.css';
import type { SiteDraft } from './use-site-draft.ts';
import { valuesOf } from './values.ts';

export function ConflictPanel({ draft }: { draft: SiteDraft }) {
  const { meanwhile, values } = draft;
  if (!meanwhile) return null;
  const theirs = valuesOf(meanwhile.stored);
  return (
    <Conflict
      isClashing
      isApart
      isSaving={draft.isSaving}
      onTakeTheirs={draft.takeTheirs}
      onKeepMine={() => void draft.keepMine()}
    >
      <table className={styles.conflicts}>
        <thead>
          <tr>
            <th scope="col">{t`Setting`}</th>
            <th scope="col">{t`Theirs`}</th>
            <th scope="col">{t`Yours`}</th>
          </tr>
        </thead>
        <tbody>
          {meanwhile.names.map((name) => (
            <tr key={name}>
              <th scope="row">{LABELS[name]}</th>
              <td>{theirs[name] ?? t`Set in SCSS`}</td>
              <td>{values[name]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Conflict>
  );
}
