/** What a folder is called, and who sees what is in it. */
import { t } from '@lingui/core/macro';
import { TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { type Folder, readFolder, updateFolder } from '../api/files.ts';
import { ProblemError } from '../api/problem.ts';
import { confirmDiscard } from '../ui/confirm-discard.ts';
import { Conflict } from '../ui/conflict.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FormFrame, FormSection } from '../ui/form-frame.tsx';
import { useUnsavedDialog } from '../ui/unsaved-dialogs.ts';
import { useProblemForm } from '../ui/use-problem-form.ts';
import { asLabel } from '../visibility/names.ts';
import { joined, parentOf } from './addresses.ts';
import { FolderAudience } from './folder-audience.tsx';
import styles from './folder-dialogs.module.css';

interface FolderSettings extends Record<string, unknown> {
  label: string;
  scopeWhitelist: string[];
}

interface FolderSettingsDialogProps {
  folder: Folder;
  onClose: () => void;
  onSaved: (folder: Folder) => Promise<unknown>;
}

const settingsOf = ({ label, metaData }: Folder): FolderSettings => ({
  label,
  scopeWhitelist: metaData.scopeWhitelist ?? [],
});

const isSame = (one: FolderSettings, other: FolderSettings): boolean =>
  one.label === other.label &&
  one.scopeWhitelist.toSorted().join() === other.scopeWhitelist.toSorted().join();

export function FolderSettingsDialog({ folder, onClose, onSaved }: FolderSettingsDialogProps): ReactNode {
  const [read, setRead] = useState(folder);
  const [theirs, setTheirs] = useState<Folder>();
  const save = async (base: Folder, { label, scopeWhitelist }: FolderSettings): Promise<Folder> => {
    // Where it is may have changed meanwhile, too: it stays there.
    const name = joined(parentOf(base.name), label.trim());
    return updateFolder(base, { name, metaData: { scopeWhitelist } });
  };
  const { form, frame, isSaving, send } = useProblemForm<FolderSettings, Folder | undefined>({
    initialValues: settingsOf(folder),
    validate: { label: (label) => (label.trim() ? null : t`Enter a name.`) },
    submit: async (values) => {
      try {
        return await save(theirs ?? read, values);
      } catch (error) {
        if (!(error instanceof ProblemError && error.status === 412)) throw error;
        const found = await readFolder(folder.id);
        // What others have done that is not said here stands in nobody's way.
        if (isSame(settingsOf(found), settingsOf(read))) return save(found, values);
        setTheirs(found);
        return undefined;
      }
    },
    onSaved: (saved) => {
      if (!saved) return;
      void onSaved(saved);
      onClose();
    },
    fieldOf: (path) => (path === 'name' ? 'label' : path),
  });
  const takeTheirs = () => {
    if (!theirs) return;
    form.setValues(settingsOf(theirs));
    setRead(theirs);
    setTheirs(undefined);
  };
  const isUnchanged = isSame(form.values, settingsOf(read));
  useUnsavedDialog(() => !isUnchanged);
  const leave = async () => {
    if (isUnchanged || (await confirmDiscard())) onClose();
  };
  const decision = theirs && (
    <Conflict
      isClashing
      isSaving={isSaving}
      onTakeTheirs={takeTheirs}
      onKeepMine={() => void send(form.values)}
    >
      <Theirs folder={theirs} />
    </Conflict>
  );
  return (
    <Dialog
      opened
      persistent
      size={460}
      title={t`Settings of “${folder.label}”`}
      onClose={() => void leave()}
    >
      <FormFrame
        {...frame}
        decision={decision}
        submitLabel={t`Save`}
        look="main"
        isUnchanged={isUnchanged}
        onCancel={() => void leave()}
      >
        <FormSection>
          <TextInput
            data-autofocus
            size="md"
            label={t`Name`}
            maxLength={200}
            onFocus={(event) => event.currentTarget.select()}
            {...form.getInputProps('label')}
          />
          <FolderAudience
            name={read.name}
            value={form.values.scopeWhitelist}
            onChange={(scopeWhitelist) => form.setFieldValue('scopeWhitelist', scopeWhitelist)}
          />
        </FormSection>
      </FormFrame>
    </Dialog>
  );
}

function Theirs({ folder }: { folder: Folder }): ReactNode {
  const { label, scopeWhitelist } = settingsOf(folder);
  return (
    <dl className={styles.theirs}>
      <dt>{t`Name: theirs`}</dt>
      <dd>{label}</dd>
      <dt>{t`Who sees it: theirs`}</dt>
      <dd>{asLabel(scopeWhitelist, true) || t`Everyone`}</dd>
    </dl>
  );
}
