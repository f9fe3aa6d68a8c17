/** /cms-admin/templates/{id}: what a template is made of, beside a page that has it. */
import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { History, PencilLine, Save, Undo2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { type ColourBlindMethod, getTemplateOptions, type TemplateRecord } from '../../api/templates.ts';
import { useLeaveWarning } from '../../ui/leave-warning.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import { useRecordToEdit } from '../../ui/use-record-to-edit.ts';
import { RecordFrame } from '../record-frame.tsx';
import { ConflictPanel } from './conflict-panel.tsx';
import entry from './entry.ts';
import { HistoryDialog } from './history-dialog.tsx';
import { PreviewPane } from './preview-pane.tsx';
import { SourcesEditor } from './sources-editor.tsx';
import { askForName, TemplateDialogs } from './template-dialogs.tsx';
import styles from './templates.module.css';
import { noteOf, usePreviewCss } from './use-preview-css.ts';
import { useSaveKey } from './use-save-key.ts';
import { type TemplateDraft, useTemplateDraft } from './use-template-draft.ts';

export function TemplateScreen({ id }: { id: string }) {
  const query = useQuery(getTemplateOptions(id));
  const template = useRecordToEdit(id, query);
  if (template) return <LoadedTemplate template={template} />;
  return (
    <RecordFrame place={entry} name={undefined} query={query} isPlain>
      <div className={styles.screen}>
        <Skeleton height="30rem" />
        <Skeleton height="30rem" />
      </div>
    </RecordFrame>
  );
}

function LoadedTemplate({ template }: { template: TemplateRecord }) {
  const draft = useTemplateDraft(template);
  const [method, setMethod] = useState<ColourBlindMethod>();
  const [hasHistory, setHistory] = useState(false);
  const preview = usePreviewCss(draft.base, draft.sources, method);
  const faults = useMemo(() => {
    const all = [...preview.faults, ...draft.faults];
    return [...new Map(all.map((fault) => [JSON.stringify(fault), fault])).values()];
  }, [preview.faults, draft.faults]);
  const hasChanges = draft.changed.length > 0;
  useLeaveWarning(() => hasChanges);
  useSaveKey(draft.save);
  return (
    <div className={styles.wide}>
      <RecordFrame
        place={entry}
        name={draft.base.name}
        activityOf={draft.base.id}
        query={{ data: draft.base, isError: false, error: undefined, refetch: () => undefined }}
        actions={<Actions draft={draft} onHistory={() => setHistory(true)} />}
        isPlain
      >
        <ConflictPanel draft={draft} />
        <div className={styles.screen}>
          <SourcesEditor draft={draft} faults={faults} />
          <PreviewPane
            template={draft.base}
            css={preview.css}
            note={noteOf(preview)}
            hasUnsavedScript={draft.changed.includes('js')}
            method={method}
            onMethod={setMethod}
          />
        </div>
      </RecordFrame>
      <TemplateDialogs />
      {hasHistory && (
        <HistoryDialog
          template={draft.base}
          hasChanges={hasChanges}
          onRestored={draft.adopt}
          onClose={() => setHistory(false)}
        />
      )}
    </div>
  );
}

function Actions({ draft, onHistory }: { draft: TemplateDraft; onHistory: () => void }) {
  const hasChanges = draft.changed.length > 0;
  return (
    <>
      <Button
        size="md"
        variant="subtle"
        leftSection={<PencilLine size={16} aria-hidden />}
        onClick={() => askForName(draft.base, draft.adopt)}
      >{t`Rename`}</Button>
      <Button
        size="md"
        variant="subtle"
        leftSection={<History size={16} aria-hidden />}
        onClick={onHistory}
      >{t`History`}</Button>
      {hasChanges && (
        <Button
          size="md"
          disabled={draft.isSaving}
          leftSection={<Undo2 size={16} aria-hidden />}
          onClick={() => toast.undo(t`Your changes were discarded.`, { onUndo: draft.discard() })}
        >{t`Discard`}</Button>
      )}
      <Button
        size="md"
        variant="filled"
        leftSection={<Save size={16} aria-hidden />}
        disabled={!hasChanges}
        loading={draft.isSaving}
        aria-keyshortcuts="Control+S Meta+S"
        onClick={() => void draft.save()}
      >{t`Save`}</Button>
    </>
  );
}
