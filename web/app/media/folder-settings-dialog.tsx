/** What a folder is called, and who sees what is in it. */
import { t } from '@lingui/core/macro';
import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { type Folder, readFolder, updateFolder } from '../api/files.ts';
import { Conflict } from '../ui/conflict.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FormFrame, FormSection } from '../ui/form-frame.tsx';
import { useCloseAsking } from '../ui/use-close-asking.ts';
import { useVersionedForm } from '../ui/use-versioned-form.ts';
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
  const { form, frame, record, theirs, waysOn } = useVersionedForm<FolderSettings, Folder>({
    record: folder,
    valuesOf: settingsOf,
    validate: { label: (label) => (label.trim() ? null : t`Enter a name.`) },
    // Where it is may have changed meanwhile, too: it stays there.
    submit: ({ label, scopeWhitelist }, on) =>
      updateFolder(on, { name: joined(parentOf(on.name), label.trim()), metaData: { scopeWhitelist } }),
    refetch: ({ id }) => readFolder(id),
    // What others have done that is not said here stands in nobody's way.
    isClashing: (base, _, other) => !isSame(base, other),
    onSaved: (saved) => {
      void onSaved(saved);
      onClose();
    },
    fieldOf: (path) => (path === 'name' ? 'label' : path),
  });
  const isUnchanged = isSame(form.values, settingsOf(record));
  const leave = useCloseAsking(() => !isUnchanged, onClose);
  const decision = theirs && (
    <Conflict isClashing {...waysOn}>
      <Theirs folder={theirs} />
    </Conflict>
  );
  return (
    <Dialog opened persistent size={460} title={t`Settings of “${folder.label}”`} onClose={leave}>
      <FormFrame
        {...frame}
        decision={decision}
        submitLabel={t`Save`}
        look="main"
        isUnchanged={isUnchanged}
        onCancel={leave}
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
            name={record.name}
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
