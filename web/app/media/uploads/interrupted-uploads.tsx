/** Above the files of a folder: uploads into it that ended with their page, and how they go on. */
import { plural, t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { Notice } from '../../ui/notice.tsx';
import { screenFormats } from '../../words/screen-formats.ts';
import { discard, type Interrupted, interruptedUploads } from './interrupted.ts';
import styles from './interrupted-uploads.module.css';
import { useUploads } from './uploads.ts';

interface InterruptedProps {
  folder: string;
  /** Lets somebody choose files of their disk. */
  onChoose: () => void;
}

/** Names beyond these are counted. */
const MOST_NAMED = 3;

export function InterruptedUploads({ folder, onChoose }: InterruptedProps): ReactNode {
  const uploads = useUploads((state) => state.uploads);
  const [known, setKnown] = useState<readonly Interrupted[]>([]);
  const states = uploads.map(({ id, state }) => `${id} ${state}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever an upload begins or ends
  useEffect(() => {
    let isGone = false;
    void interruptedUploads().then((found) => !isGone && setKnown(found));
    return () => {
      isGone = true;
    };
  }, [states]);
  // What failed in this tab has its own way to go on.
  const isGoingOn = (one: Interrupted) =>
    uploads.some((each) => each.state !== 'done' && each.name === one.name && each.folder === one.folder);
  const here = known.filter((one) => one.folder === folder && !isGoingOn(one));
  if (here.length === 0) return null;
  const giveUp = () => {
    for (const one of here) discard(one);
    setKnown(known.filter((one) => !here.includes(one)));
  };
  return (
    <div className={styles.interrupted}>
      <Notice>{inWords(here)}</Notice>
      <Button onClick={onChoose}>{t`Choose files…`}</Button>
      <Button variant="subtle" onClick={giveUp}>
        {t`Discard`}
      </Button>
    </div>
  );
}

function inWords(interrupted: readonly Interrupted[]): string {
  const names = interrupted.slice(0, MOST_NAMED).map(({ name }) => `“${name}”`);
  const more = interrupted.length - names.length;
  if (more > 0) names.push(t`${plural(more, { one: '# more', other: '# more' })}`);
  const named = screenFormats().list(names);
  const count = interrupted.length;
  return t`${plural(count, {
    one: `The upload of ${named} was interrupted. Choose the file again, and it resumes where it stopped.`,
    other: `The uploads of ${named} were interrupted. Choose the files again, and they resume where they stopped.`,
  })}`;
}
