/** What somebody else has saved of a template meanwhile, and the two ways on. Nothing is lost by either. */
import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Loading } from '../../ui/states.tsx';
import { changedSources, SOURCE_LABELS, sourcesOf } from './sources.ts';
import styles from './templates.module.css';
import type { TemplateDraft } from './use-template-draft.ts';

const Comparison = lazy(() => import('./comparison.tsx'));

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
    <div className={styles.conflict}>
      <p role="alert">
        <TriangleAlert size={18} aria-hidden />
        {t`Somebody else has changed this since you opened it. What you typed is still here and not saved yet.`}
      </p>
      <Suspense fallback={<Loading />}>
        {changed.map((name) => {
          const isClashing = clashing.includes(name);
          const label = SOURCE_LABELS[name];
          const words = isClashing ? t`${label}: theirs, and yours on top` : t`${label}: what they changed`;
          return (
            <div key={name}>
              <h2>{words}</h2>
              <Comparison
                label={words}
                before={isClashing ? theirs[name] : base[name]}
                after={isClashing ? draft.sources[name] : theirs[name]}
                language={LANGUAGE_OF[name]}
              />
            </div>
          );
        })}
      </Suspense>
      <p>
        {clashing.length > 0
          ? t`Saving yours replaces theirs where both are shown; what else they changed stays.`
          : t`You have not changed these yourself: saved together, both changes stay.`}
      </p>
      <div className={styles.buttons}>
        <Button disabled={draft.isSaving} onClick={draft.takeTheirs}>{t`Discard mine, use theirs`}</Button>
        <Button variant="filled" disabled={draft.isSaving} onClick={() => void draft.keepMine()}>
          {clashing.length > 0 ? t`Save mine over theirs` : t`Save both`}
        </Button>
      </div>
    </div>
  );
}
