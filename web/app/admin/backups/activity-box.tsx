/** What goes on with backups, and where one is created or brought in. Stands above the list. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { DatabaseBackup, Upload, X } from 'lucide-react';
import { type DragEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { backupsKey, createBackup, listBackupsOptions, nextLook } from '../../api/backups.ts';
import { backupsGetLatestImportOptions } from '../../api/generated/@tanstack/react-query.gen.ts';
import {
  type BackupOut,
  backupsCancel,
  backupsCancelImport,
  type ImportOut,
} from '../../api/generated/index.ts';
import { ProblemError } from '../../api/problem.ts';
import { InterruptedNotice } from '../../media/uploads/interrupted-notice.tsx';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { sentenceOf } from '../../ui/problem-words.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { toast } from '../../ui/toast.ts';
import { screenFormats } from '../../words/screen-formats.ts';
import { mayWrite } from '../define-resource.ts';
import { JobCard, JobProgress } from '../job-card.tsx';
import { useJob } from '../use-job.ts';
import entry from './entry.ts';
import { ImportDialog } from './import-dialog.tsx';
import {
  type BackupUpload,
  cancelBackupUpload,
  resumeBackupUpload,
  uploadBackup,
  useBackupUpload,
} from './upload.ts';
import { contentInWords, lostInWords, mendedInWords, sizeInWords } from './words.ts';

const LATEST = { limit: 1, sort: '-createdAt' } as const;

function useActivity() {
  const client = useQueryClient();
  const backups = useQuery(listBackupsOptions(LATEST));
  const imports = useQuery({
    ...backupsGetLatestImportOptions(),
    refetchInterval: ({ state }) => nextLook(state.data?.latest ? [state.data.latest] : []),
  });
  const newest = backups.data?.results[0];
  const making = newest?.state === 'running' ? newest : undefined;
  const latest = imports.data?.latest ?? undefined;
  const importing = latest?.state === 'running' ? latest : undefined;
  const job = useJob(
    'cms',
    (importing ?? making)?.jobId,
    () => void client.invalidateQueries({ queryKey: backupsKey }),
  );
  const isBusy = Boolean(making || importing);
  const wasBusy = useRef(false);
  useEffect(() => {
    // An import changes anything that a screen may show.
    if (wasBusy.current && !isBusy) void client.invalidateQueries();
    wasBusy.current = isBusy;
  }, [isBusy, client]);
  const act = async (call: () => Promise<unknown>) => {
    try {
      await call();
    } catch (error) {
      toast.error(error);
    }
    await client.invalidateQueries({ queryKey: backupsKey });
  };
  const { data, isError } = backups;
  return {
    ...{ newest, making, latest, importing, job, act },
    isKnown: data !== undefined,
    isLost: isError && !data,
  };
}

export function ActivityBox() {
  const { newest, making, latest, importing, job, isKnown, isLost, act } = useActivity();
  const [isOver, setOver] = useState(false);
  const { upload } = useBackupUpload();
  const chooser = useRef<HTMLInputElement>(null);
  const maySend = mayWrite(entry) && !making && !importing && isKnown && !upload;
  const send = (file: File | undefined) => {
    if (file) void act(() => uploadBackup(file));
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (maySend) send(event.dataTransfer.files[0]);
  };
  const onDragOver = (event: DragEvent) => {
    event.preventDefault();
    setOver(maySend);
  };
  return (
    <JobCard
      label={t`Create and upload backups`}
      isOver={isOver}
      onDragOver={onDragOver}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
      after={<ImportDialog />}
      actions={
        <>
          {upload?.state === 'stopped' ? (
            <Button size="md" variant="filled" onClick={() => void act(resumeBackupUpload)}>
              {t`Resume upload`}
            </Button>
          ) : (
            mayWrite(entry) && <UploadButton chooser={chooser} isOff={!maySend} onFile={send} />
          )}
          {upload ? (
            <CancelButton onClick={cancelBackupUpload} />
          ) : making || importing ? (
            <CancelButton
              isOff={importing?.isDecided || (importing && !mayWrite(entry))}
              onClick={() =>
                void act(() =>
                  importing
                    ? backupsCancelImport()
                    : backupsCancel({ path: { name: (making as BackupOut).name } }),
                )
              }
            />
          ) : (
            <Button
              size="md"
              variant="filled"
              leftSection={<DatabaseBackup size={16} aria-hidden />}
              disabled={!isKnown}
              onClick={() => void act(createBackup)}
            >
              {t`Create backup`}
            </Button>
          )}
        </>
      }
    >
      {upload ? (
        <UploadProgress {...upload} isInLine={Boolean(making || importing)} />
      ) : importing ? (
        <JobProgress label={t`Progress of the import`} {...(job ?? importing)} />
      ) : making ? (
        <JobProgress label={t`Progress of the backup`} {...(job ?? making)} />
      ) : (
        <>
          {latest && <ImportOutcome latest={latest} />}
          {isLost ? <NotLoaded /> : isKnown && <BackupOutcome newest={newest} />}
        </>
      )}
      <InterruptedNotice
        // One that has stopped in this tab has its own way to go on.
        isHere={({ isBackup }) => isBackup === true && !upload}
        lookAgain={upload?.state ?? ''}
        isOff={!maySend}
        onChoose={() => chooser.current?.click()}
      />
    </JobCard>
  );
}

function CancelButton({ isOff, onClick }: { isOff?: boolean; onClick: () => void }) {
  return (
    <Button size="md" leftSection={<X size={16} aria-hidden />} disabled={isOff} onClick={onClick}>
      {t`Cancel`}
    </Button>
  );
}

/** `isInLine`: another backup is made or checked, which an archive that has arrived waits for. */
function UploadProgress({ isInLine, ...upload }: BackupUpload & { isInLine: boolean }) {
  const { size, sent, state, problem } = upload;
  const inWords = (bytes: number) => sizeInWords(bytes, screenFormats().number);
  const [done, whole] = [inWords(sent), inWords(size)];
  return (
    <>
      <JobProgress
        label={t`Progress of the upload`}
        message={uploadInWords(upload, isInLine)}
        progress={size ? sent / size : 0}
      />
      {problem instanceof ProblemError && <p>{sentenceOf(problem)}</p>}
      {/* Read out with each step, it would drown what else there is to hear. */}
      {state !== 'arrived' && <p aria-hidden>{t`${done} of ${whole}`}</p>}
    </>
  );
}

function uploadInWords({ name, state }: BackupUpload, isInLine: boolean): string {
  if (state === 'stalled')
    return t`No connection. The upload of ${name} resumes automatically when it is back.`;
  if (state === 'stopped') return t`The upload of ${name} has stopped.`;
  if (state === 'sending') return t`Uploading ${name}…`;
  return isInLine
    ? t`${name} is uploaded. It will be checked when the backup in progress has finished.`
    : t`${name} is uploaded and is being stored…`;
}

interface UploadButtonProps {
  chooser: RefObject<HTMLInputElement | null>;
  isOff: boolean;
  onFile: (file: File | undefined) => void;
}

function UploadButton({ chooser, isOff, onFile }: UploadButtonProps) {
  return (
    <>
      <input
        ref={chooser}
        type="file"
        hidden
        accept=".tar"
        aria-label={t`Backup to upload`}
        onChange={({ currentTarget }) => {
          onFile(currentTarget.files?.[0]);
          currentTarget.value = '';
        }}
      />
      <Button
        size="md"
        leftSection={<Upload size={16} aria-hidden />}
        disabled={isOff}
        onClick={() => chooser.current?.click()}
      >
        {t`Upload backup`}
      </Button>
    </>
  );
}

function BackupOutcome({ newest }: { newest: BackupOut | undefined }) {
  if (!newest) return <p>{t`There is no backup yet.`}</p>;
  const moment = <RelativeTime moment={newest.createdAt} />;
  if (newest.kind === 'uploaded') return <UploadOutcome upload={newest} moment={moment} />;
  if (newest.state === 'done')
    return (
      <p>
        <Trans>Last backup {moment}.</Trans>
      </p>
    );
  if (newest.state === 'cancelled')
    return (
      <p>
        <Trans>The last backup was cancelled {moment}.</Trans>
      </p>
    );
  return (
    <p>
      <Trans>
        The last backup failed {moment}: {contentInWords(newest)}
      </Trans>
    </p>
  );
}

function UploadOutcome({ upload, moment }: { upload: BackupOut; moment: ReactNode }) {
  if (upload.state === 'done')
    return (
      <p>
        <Trans>A backup was uploaded {moment}.</Trans>
      </p>
    );
  if (upload.state === 'cancelled')
    return (
      <p>
        <Trans>The last upload was cancelled {moment}.</Trans>
      </p>
    );
  return (
    <p>
      <Trans>
        The last upload failed {moment}: {contentInWords(upload)}
      </Trans>
    </p>
  );
}

function ImportOutcome({ latest }: { latest: ImportOut }) {
  const moment = <RelativeTime moment={latest.finishedAt ?? latest.createdAt} />;
  const { backup, problem } = latest;
  const mended = mendedInWords(latest);
  if (latest.state !== 'done')
    return (
      <p>
        <Trans>
          {backup} was not imported {moment}, and nothing has changed: {problem}
        </Trans>
      </p>
    );
  return (
    <>
      <p>
        <Trans>
          {backup} was imported {moment}.
        </Trans>{' '}
        {latest.safetyBackup && t`To go back, import ${latest.safetyBackup}.`}
      </p>
      {mended && <p>{mended}</p>}
      {lostInWords(latest).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </>
  );
}
