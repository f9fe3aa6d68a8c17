import { t } from '@lingui/core/macro';
import { Conflict } from '../../ui/conflict.tsx';
import { ImageName } from './images-card.tsx';
import { LABELS } from './labels.ts';
import styles from './site.module.css';
import { isImageKey } from './site-images.ts';
import type { SiteDraft } from './use-site-draft.ts';
import { type ValueName, valuesOf } from './values.ts';

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
              <td>
                <Said name={name} value={theirs[name]} />
              </td>
              <td>
                <Said name={name} value={values[name]} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Conflict>
  );
}

function Said({ name, value }: { name: ValueName; value: string | undefined }) {
  if (isImageKey(name)) return <ImageName value={value} />;
  return value ?? t`Set in SCSS`;
}
