/** Somebody else was faster: what clashes, who changed it, and both sides to choose from. */
import { t } from '@lingui/core/macro';
import { Button, SegmentedControl } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useStore } from 'zustand';
import { Dialog } from '../../ui/dialog.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { useEditing } from '../context.tsx';
import { type Clash, clashesOf } from './conflict.ts';
import styles from './conflict-dialog.module.css';
import type { Side } from './decisions.ts';
import { differences, type Part } from './differences.ts';
import { type Asking, theirsIn } from './saver.ts';

export function ConflictDialog(): ReactNode {
  const { saver } = useEditing();
  const status = useStore(saver.status, (state) => state.status);
  return status.name === 'conflict' ? <Question key={status.answer.current.version} status={status} /> : null;
}

function Question({ status }: { status: Asking }): ReactNode {
  const { editor, saver } = useEditing();
  const [decisions, setDecisions] = useState<ReadonlyMap<string, Side>>(new Map());
  const mine = editor.get().page;
  if (!mine) return null;
  const { answer } = status;
  const clashes = clashesOf(answer.conflicts, mine, theirsIn(status), status.sent);
  const decide = (resource: string, side: Side) => setDecisions(new Map(decisions).set(resource, side));
  const sideOf = (clash: Clash): Side =>
    decisions.get(clash.resource) ?? (clash.isGone || clash.isHeldBack ? 'theirs' : 'mine');
  const isDone = () => {
    void saver.resolve({ clashes, sides: new Map(clashes.map((clash) => [clash.resource, sideOf(clash)])) });
  };
  return (
    <Dialog
      opened
      persistent
      size={760}
      title={t`This page was changed meanwhile`}
      onClose={saver.postpone}
      footer={
        <>
          <Button onClick={saver.postpone}>{t`Decide later`}</Button>
          <Button variant="filled" onClick={isDone}>
            {t`Save with these choices`}
          </Button>
        </>
      }
    >
      <p className={styles.intro}>
        {t`Everything else you changed is not affected. For each part below, choose whose version the page keeps.`}
      </p>
      {clashes.map((clash) => (
        <section key={clash.resource} className={styles.clash} aria-label={clash.name}>
          <header>
            <h3>{clash.name}</h3>
            <p>
              {clash.isGone ? t`Removed by ${clash.changedBy}` : t`Changed by ${clash.changedBy}`}
              {clash.changedAt && (
                <>
                  {' '}
                  <RelativeTime moment={clash.changedAt} />
                </>
              )}
            </p>
          </header>
          {clash.texts && <Comparison {...clash.texts} />}
          <SegmentedControl
            aria-label={t`${clash.name}: which version`}
            value={sideOf(clash)}
            onChange={(side) => decide(clash.resource, side as Side)}
            disabled={clash.isGone || clash.isHeldBack}
            data={[
              { value: 'mine', label: t`Keep mine` },
              { value: 'theirs', label: t`Take theirs` },
            ]}
          />
          {clash.isGone && (
            <p
              className={styles.gone}
            >{t`Its place on the page was deleted, so your change cannot be saved.`}</p>
          )}
          {clash.isHeldBack && !clash.isGone && (
            <p
              className={styles.gone}
            >{t`${clash.changedBy} has added something to what you removed, so it stays.`}</p>
          )}
        </section>
      ))}
    </Dialog>
  );
}

/** Both texts beside each other; what only one of them has is marked. */
function Comparison({ mine, theirs }: { mine: string; theirs: string }): ReactNode {
  const parts = differences(mine, theirs);
  return (
    <div className={styles.comparison}>
      <Version title={t`Mine`} parts={parts.filter(({ kind }) => kind !== 'theirs')} />
      <Version title={t`Theirs`} parts={parts.filter(({ kind }) => kind !== 'mine')} />
    </div>
  );
}

function Version({ title, parts }: { title: string; parts: Part[] }): ReactNode {
  return (
    <div>
      <h4>{title}</h4>
      <p>
        {parts.map(({ kind, text }, index) => {
          const Tag = kind === 'both' ? 'span' : 'mark';
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have their order only
          return <Tag key={index}>{text}</Tag>;
        })}
      </p>
    </div>
  );
}
