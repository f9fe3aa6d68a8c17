/** The uploads of this tab, at the edge of whatever screen one is on: how far all are and each is. */
import { plural, t } from '@lingui/core/macro';
import { ActionIcon, Button } from '@mantine/core';
import { Check, ChevronDown, ChevronUp, CircleAlert, RotateCw, X } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useEdgeRoom } from '../../ui/edge-room.ts';
import { saidOf } from '../../ui/problem-words.ts';
import { cancelUpload, clearUploads, progressOf, retryUpload } from './queue.ts';
import styles from './upload-panel.module.css';
import { type Upload, useUploads } from './uploads.ts';

/** More than these at a time nobody reads. */
const MOST_SHOWN = 100;

const ORDER = { failed: 0, stalled: 1, sending: 1, finishing: 1, waiting: 2, done: 3 } as const;

export function UploadPanel(): ReactNode {
  const uploads = useUploads((state) => state.uploads);
  if (uploads.length === 0) return null;
  return <Panel uploads={uploads} />;
}

function Panel({ uploads }: { uploads: readonly Upload[] }): ReactNode {
  const [wanted, setOpen] = useState<boolean>();
  const panel = useRef<HTMLElement>(null);
  useEdgeRoom('--pw-uploads', panel);
  const progress = progressOf(uploads);
  // What went well needs no more than its line.
  const isOpen = wanted ?? progress.open + progress.failed > 0;
  const shown = uploads.toSorted((one, other) => ORDER[one.state] - ORDER[other.state]).slice(0, MOST_SHOWN);
  const more = uploads.length - shown.length;
  const Arrow = isOpen ? ChevronDown : ChevronUp;
  return (
    <section ref={panel} className={styles.panel} aria-label={t`Uploads`}>
      <header className={styles.head}>
        <p role="status">{headline(progress)}</p>
        {progress.failed > 0 && (
          <Button size="xs" variant="subtle" onClick={retryAll}>
            {t`Retry failed`}
          </Button>
        )}
        <ActionIcon
          size={28}
          aria-label={isOpen ? t`Hide the list` : t`Show the list`}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <Arrow size={16} aria-hidden />
        </ActionIcon>
        {progress.open === 0 && (
          <ActionIcon size={28} aria-label={t`Close`} onClick={clearUploads}>
            <X size={16} aria-hidden />
          </ActionIcon>
        )}
      </header>
      <Bar share={progress.share} label={t`All uploads`} />
      {isOpen && (
        <ul className={styles.list}>
          {shown.map((upload) => (
            <Line key={upload.id} upload={upload} />
          ))}
          {more > 0 && (
            <li className={styles.more}>{t`${plural(more, { one: 'and # more', other: 'and # more' })}`}</li>
          )}
        </ul>
      )}
    </section>
  );
}

function retryAll(): void {
  for (const { id, state } of useUploads.getState().uploads) if (state === 'failed') retryUpload(id);
}

function headline({ open, done, failed }: ReturnType<typeof progressOf>): string {
  if (open > 0) return t`Uploading ${plural(open, { one: '# file', other: '# files' })}…`;
  if (failed > 0) return t`${plural(failed, { one: '# upload failed', other: '# uploads failed' })}`;
  return t`${plural(done, { one: '# file uploaded', other: '# files uploaded' })}`;
}

function Bar({ share, label }: { share: number; label: string }): ReactNode {
  const percent = Math.round(share * 100);
  return (
    <div
      className={styles.bar}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <span style={{ width: `${percent}%` }} />
    </div>
  );
}

function Line({ upload }: { upload: Upload }): ReactNode {
  const { id, name, size, sent, state } = upload;
  return (
    <li data-state={state}>
      <div className={styles.text}>
        <p className={styles.name} title={name}>
          {name}
        </p>
        <p className={styles.state}>{wordsFor(upload)}</p>
        {(state === 'sending' || state === 'stalled') && <Bar share={size ? sent / size : 0} label={name} />}
      </div>
      {state === 'done' && <Check size={16} className={styles.done} aria-hidden />}
      {state === 'failed' && <CircleAlert size={16} className={styles.failed} aria-hidden />}
      {state === 'failed' && (
        <ActionIcon size={28} aria-label={t`Retry ${name}`} onClick={() => retryUpload(id)}>
          <RotateCw size={15} aria-hidden />
        </ActionIcon>
      )}
      {state !== 'done' && (
        <ActionIcon size={28} aria-label={t`Cancel ${name}`} onClick={() => cancelUpload(id)}>
          <X size={15} aria-hidden />
        </ActionIcon>
      )}
    </li>
  );
}

function wordsFor({ state, sent, size, problem, replaces }: Upload): string {
  const percent = size ? Math.floor((sent / size) * 100) : 0;
  switch (state) {
    case 'waiting':
      return t`Waiting`;
    case 'sending':
      return t`${percent} %`;
    case 'stalled':
      return t`No connection. Resumes automatically at ${percent} %.`;
    case 'finishing':
      return t`Processing`;
    case 'done':
      return replaces ? t`Replaced` : t`Uploaded`;
    case 'failed':
      return saidOf(problem);
  }
}
