/** Where uploads go to: those that ended with their page, and how they go on. */
import { plural, t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { Notice } from '../../ui/notice.tsx';
import { screenFormats } from '../../words/screen-formats.ts';
import { discard, type Interrupted, interruptedUploads } from './interrupted.ts';
import styles from './interrupted-notice.module.css';

interface NoticeProps {
  isHere: (one: Interrupted) => boolean;
  /** Another one whenever an upload begins or ends. */
  lookAgain: string;
  /** Several may be chosen at once. */
  isMany?: boolean;
  isOff?: boolean;
  /** Lets somebody choose files of their disk. */
  onChoose: () => void;
}

/** Names beyond these are counted. */
const MOST_NAMED = 3;

export function InterruptedNotice({ isHere, lookAgain, isMany, isOff, onChoose }: NoticeProps): ReactNode {
  const [known, setKnown] = useState<readonly Interrupted[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever an upload begins or ends
  useEffect(() => {
    let isGone = false;
    void interruptedUploads().then((found) => !isGone && setKnown(found));
    return () => {
      isGone = true;
    };
  }, [lookAgain]);
  const here = known.filter(isHere);
  if (here.length === 0) return null;
  const giveUp = () => {
    for (const one of here) discard(one);
    setKnown(known.filter((one) => !here.includes(one)));
  };
  return (
    <div className={styles.interrupted}>
      <Notice>{inWords(here)}</Notice>
      <Button disabled={isOff} onClick={onChoose}>
        {isMany ? t`Choose files…` : t`Choose file…`}
      </Button>
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
