/** The saves of a template: who, when and what; each beside what there is now, and the way back to it. */
import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useState } from 'react';
import {
  getRevisionOptions,
  listRevisionsOptions,
  restoreRevision,
  type SourceName,
  type TemplateRecord,
  type TemplateRevision,
} from '../../api/templates.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { loadable } from '../../ui/load-failure.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Notice } from '../../ui/notice.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { toast } from '../../ui/toast.ts';
import { screenFormats } from '../../words/screen-formats.ts';
import { UserName } from '../user-name.tsx';
import { LANGUAGE_OF } from './conflict-panel.tsx';
import styles from './history.module.css';
import { changedSources, SOURCE_LABELS, sourcesOf } from './sources.ts';
import shared from './templates.module.css';

const Comparison = loadable(async () => (await import('./comparison.tsx')).Comparison);

interface HistoryDialogProps {
  template: TemplateRecord;
  /** Changes that are not saved stand in the way of going back. */
  hasChanges: boolean;
  onRestored: (template: TemplateRecord) => void;
  onClose: () => void;
}

const LABELS: Record<string, string> = { ...SOURCE_LABELS, name: t`Name` };

/** What a save changed, in words. */
const changesIn = ({ changes }: TemplateRevision, isFirst: boolean) =>
  changes.length > 0
    ? screenFormats().list(changes.map((name) => LABELS[name] ?? name))
    : isFirst
      ? t`First stored save`
      : t`No changes`;

export function HistoryDialog({ template, hasChanges, onRestored, onClose }: HistoryDialogProps) {
  const query = useQuery(listRevisionsOptions(template.id));
  const [chosen, setChosen] = useState<string>();
  return (
    <Dialog opened size={1040} title={t`History of “${template.name}”`} onClose={onClose}>
      <Loaded query={query}>
        {({ results }) =>
          results.length === 0 ? (
            <p className={shared.quiet}>{t`No changes yet. Each save is listed here and can be restored.`}</p>
          ) : (
            <div className={styles.history}>
              <ol className={styles.revisions} aria-label={t`Saves, the newest first`}>
                {results.map((revision, index) => (
                  <li key={revision.id}>
                    <button
                      type="button"
                      aria-pressed={revision.id === chosen}
                      onClick={() => setChosen(revision.id)}
                    >
                      <strong>{changesIn(revision, index === results.length - 1)}</strong>
                      <span>
                        <RelativeTime moment={revision.savedAt} /> · <UserName userId={revision.userId} />
                      </span>
                      {revision.version === template.version && <em>{t`As it is now`}</em>}
                    </button>
                  </li>
                ))}
              </ol>
              {chosen === undefined ? (
                <p className={shared.quiet}>{t`Choose a save to compare it with what is saved now.`}</p>
              ) : (
                <Revision
                  key={chosen}
                  template={template}
                  revisionId={chosen}
                  present={results.find(({ version }) => version === template.version)}
                  hasChanges={hasChanges}
                  onRestored={onRestored}
                />
              )}
            </div>
          )
        }
      </Loaded>
    </Dialog>
  );
}

interface RevisionProps extends Omit<HistoryDialogProps, 'onClose'> {
  revisionId: string;
  /** The save that there is now, which undoing a restoration brings back. */
  present: TemplateRevision | undefined;
}

function Revision({ template, revisionId, present, hasChanges, onRestored }: RevisionProps) {
  const query = useQuery(getRevisionOptions(template.id, revisionId));
  const restore = useRestore(onRestored);
  return (
    <Loaded query={query}>
      {(revision) => {
        const then = sourcesOf(revision);
        const now = sourcesOf(template);
        const changed = changedSources(then, now);
        return (
          <div className={styles.revision}>
            {hasChanges && changed.length > 0 && (
              <Notice>{t`Save or discard what you have changed before you go back to an earlier save.`}</Notice>
            )}
            {changed.length === 0 ? (
              <p className={shared.quiet}>{t`The same as now.`}</p>
            ) : (
              <Button
                className={styles.restore}
                variant="filled"
                disabled={hasChanges || restore.isRestoring}
                leftSection={<History size={15} aria-hidden />}
                onClick={() => void restore.run(template, revisionId, present)}
              >{t`Restore this save`}</Button>
            )}
            <Differences names={changed} now={now} then={then} />
          </div>
        );
      }}
    </Loaded>
  );
}

type Sources = ReturnType<typeof sourcesOf>;

/** Green is what restoring would bring back, red what it would take away. */
function Differences({ names, now, then }: { names: SourceName[]; now: Sources; then: Sources }) {
  return (
    <>
      {names.map((name) => (
        <div key={name}>
          <h3>{SOURCE_LABELS[name]}</h3>
          <Comparison
            label={t`${SOURCE_LABELS[name]}: from now to this save`}
            before={now[name]}
            after={then[name]}
            language={LANGUAGE_OF[name]}
          />
        </div>
      ))}
    </>
  );
}

function useRestore(onRestored: (template: TemplateRecord) => void) {
  const [isRestoring, setRestoring] = useState(false);
  const run = async (template: TemplateRecord, revisionId: string, present: TemplateRevision | undefined) => {
    setRestoring(true);
    try {
      const restored = await restoreRevision(template, revisionId);
      onRestored(restored);
      const back = () =>
        present && restoreRevision(restored, present.id).then(onRestored, (error) => void toast.error(error));
      const message = t`“${restored.name}” is as it was.`;
      if (present) toast.undo(message, { onUndo: () => void back() });
      else toast.success(message);
    } catch (error) {
      toast.error(error);
    } finally {
      setRestoring(false);
    }
  };
  return { isRestoring, run };
}
