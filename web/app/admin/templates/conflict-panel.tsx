import { t } from '@lingui/core/macro';
import { Conflict } from '../../ui/conflict.tsx';
import { loadable } from '../../ui/load-failure.tsx';
import styles from './code.module.css';
import { changedSources, SOURCE_LABELS, sourcesOf } from './sources.ts';
import type { TemplateDraft } from './use-template-draft.ts';

const Comparison = loadable(async () => (await import('./comparison.tsx')).Comparison);

export const LANGUAGE_OF = {
  sharedSCSS: 'scss',
  inlineSCSS: 'scss',
  externalSCSS: 'scss',
  js: 'js',
  fonts: 'json',
} as const;

export function ConflictPanel({ draft }: { draft: TemplateDraft }) {
  if (!draft.theirs) return null;
  const theirs = sourcesOf(draft.theirs);
  const base = sourcesOf(draft.base);
  const changed = changedSources(base, theirs);
  const clashing = changed.filter(
    (name) => draft.changed.includes(name) && changedSources(draft.sources, theirs).includes(name),
  );
  return (
    <Conflict
      isClashing={clashing.length > 0}
      isApart
      isSaving={draft.isSaving}
      onTakeTheirs={draft.takeTheirs}
      onKeepMine={() => void draft.keepMine()}
    >
      {changed.map((name) => {
        const isClashing = clashing.includes(name);
        const label = SOURCE_LABELS[name];
        const words = isClashing ? t`${label}: theirs, and yours on top` : t`${label}: what they changed`;
        return (
          <div key={name}>
            <h2 className={styles.compared}>{words}</h2>
            <Comparison
              label={words}
              before={isClashing ? theirs[name] : base[name]}
              after={isClashing ? draft.sources[name] : theirs[name]}
              language={LANGUAGE_OF[name]}
            />
          </div>
        );
      })}
    </Conflict>
  );
}
