/** What an import would change, which parts of it are wanted, and the last question. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Checkbox } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { create } from 'zustand';
import { backupsKey } from '../../api/backups.ts';
import { backupsPreviewOptions } from '../../api/generated/@tanstack/react-query.gen.ts';
import {
  type BackupPreviewOut,
  type BackupPreviewPartOut,
  backupsBeginImport,
} from '../../api/generated/index.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { toast } from '../../ui/toast.ts';
import { useFormats } from '../../words/use-formats.ts';
import styles from './backups.module.css';
import { ALONE, LACKS_FORMER_CONTENTS, PARTS, whyNotInWords } from './words.ts';

type PartName = BackupPreviewPartOut['name'];

/** The backup whose import is asked about. */
export const useImportDialog = create<{ name?: string }>(() => ({}));

const close = () => useImportDialog.setState({ name: undefined });

export function ImportDialog() {
  const { name } = useImportDialog();
  return name ? <Asking key={name} name={name} /> : null;
}

function Asking({ name }: { name: string }) {
  const client = useQueryClient();
  const query = useQuery(backupsPreviewOptions({ path: { name } }));
  const [left, setLeft] = useState<PartName[]>([]);
  const [isSending, setSending] = useState(false);
  const parts = (query.data?.parts ?? []).map((part) => part.name).filter((part) => !left.includes(part));
  const canImport = query.data && !query.data.whyNotRestorable && parts.length > 0;
  const submit = async () => {
    setSending(true);
    try {
      await backupsBeginImport({ path: { name }, body: { parts } });
      close();
    } catch (error) {
      toast.error(error);
    }
    setSending(false);
    await client.invalidateQueries({ queryKey: backupsKey });
  };
  return (
    <Dialog
      opened
      onClose={close}
      size={640}
      title={t`Import ${name}`}
      footer={
        <>
          <Button size="md" onClick={close}>{t`Cancel`}</Button>
          <Button
            size="md"
            variant="filled"
            color="danger"
            loading={isSending}
            disabled={!canImport}
            onClick={() => void submit()}
          >
            {t`Replace and import`}
          </Button>
        </>
      }
    >
      <Loaded query={query}>
        {(preview) => (
          <Preview
            preview={preview}
            chosen={parts}
            onToggle={(part) =>
              setLeft((before) =>
                before.includes(part) ? before.filter((one) => one !== part) : [...before, part],
              )
            }
          />
        )}
      </Loaded>
    </Dialog>
  );
}

interface PreviewProps {
  preview: BackupPreviewOut;
  chosen: PartName[];
  onToggle: (part: PartName) => void;
}

/** Whether an import of all files deletes each earlier version of one, as that of an archive of before there were any. */
const lacksFormerContents = ({ tables }: BackupPreviewPartOut) =>
  tables.some(({ table, now, backedUp }) => table === 'former_contents' && now > 0 && backedUp === 0);

function Preview({ preview, chosen, onToggle }: PreviewProps) {
  const formats = useFormats();
  const isPartial = chosen.length < preview.parts.length;
  const notes = chosen.filter((part) => part === 'users' || isPartial).map((part) => ALONE[part]);
  if (preview.parts.some((part) => chosen.includes(part.name) && lacksFormerContents(part)))
    notes.push(LACKS_FORMER_CONTENTS);
  const made = formats.dateTime(preview.madeAt);
  return (
    <div className={styles.preview}>
      <p>
        <Trans>
          The parts you choose are restored as of {made}. The current state is backed up first, so that you
          can go back.
        </Trans>
      </p>
      {preview.whyNotRestorable && <p role="alert">{whyNotInWords(preview)}</p>}
      <table className={styles.parts}>
        <thead>
          <tr>
            <th scope="col">{t`Part`}</th>
            <th scope="col">{t`Records now`}</th>
            <th scope="col">{t`In the backup`}</th>
          </tr>
        </thead>
        <tbody>
          {preview.parts.map((part) => (
            <tr key={part.name}>
              <th scope="row">
                <Checkbox
                  label={PARTS[part.name]}
                  checked={chosen.includes(part.name)}
                  onChange={() => onToggle(part.name)}
                />
              </th>
              <td>{formats.number(part.now)}</td>
              <td>{formats.number(part.backedUp)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {notes.map((note) => note && <p key={note}>{note}</p>)}
    </div>
  );
}
