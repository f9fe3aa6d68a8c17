/** Above the list of pages: what holds for the look of all of them. */
import { t } from '@lingui/core/macro';
import { FieldInput } from '../../fields/inputs.tsx';
import { hasScope } from '../../session/claims.ts';
import { readClaims } from '../../session/session-store.ts';
import { useConfigEntry } from '../use-config-entry.ts';
import styles from './pages-head.module.css';

const CHOICES = [
  { value: 'automatic', label: t`Automatic` },
  { value: 'on', label: t`On` },
  { value: 'off', label: t`Off` },
];

const HINTS: Record<string, string> = {
  automatic: t`Pages are dark for visitors who prefer that. This turns itself off while a page has colours that can be read on light pages only, such as a picture behind text without a text colour.`,
  on: t`Pages are always dark for visitors who prefer that. Check how your own colours look then.`,
  off: t`Pages are light for all visitors.`,
};

export function PagesHead() {
  const { value, isReady, change } = useConfigEntry('darkMode');
  if (!hasScope(readClaims(), ['admin'])) return null;
  const chosen = typeof value === 'string' ? value : 'automatic';
  return (
    <div className={styles.setting}>
      <FieldInput
        definition={{ type: 'choice', label: t`Follow visitors’ dark mode`, options: CHOICES }}
        note={HINTS[chosen]}
        value={chosen}
        isReadOnly={!isReady}
        onChange={change}
      />
    </div>
  );
}
