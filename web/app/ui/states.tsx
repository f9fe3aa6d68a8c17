/** What a place shows when it has nothing to show: empty, failed, not allowed, still loading. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Loader } from '@mantine/core';
import { CloudOff, Lock, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { ProblemError } from '../api/problem.ts';
import { wordsOf } from './problem-words.ts';
import styles from './states.module.css';
import { useDelayed } from './use-delayed.ts';

interface NoticeProps {
  icon: LucideIcon;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  tone?: 'danger';
}

function Notice({ icon: Icon, title, children, action, tone }: NoticeProps) {
  return (
    <div className={styles.notice} data-tone={tone}>
      <span className={styles.badge}>
        <Icon size={22} strokeWidth={1.75} aria-hidden />
      </span>
      <h2>{title}</h2>
      {children && <div className={styles.body}>{children}</div>}
      {action && <div className={styles.actions}>{action}</div>}
    </div>
  );
}

export function EmptyState(props: Omit<NoticeProps, 'tone'>) {
  return <Notice {...props} />;
}

/** Takes whatever was thrown. `onRetry` is offered where asking again may help: not for what is not there. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const problem = error instanceof ProblemError ? error : undefined;
  if (problem?.status === 403) return <NoPermission />;
  const { title, detail } = problem
    ? wordsOf(problem)
    : { title: t`Unexpected Error`, detail: t`An unexpected error has occurred.` };
  const canRetry = onRetry && problem?.status !== 404;
  return (
    <div role="alert">
      <Notice
        tone="danger"
        icon={problem?.isUnreachable ? CloudOff : TriangleAlert}
        title={title}
        action={canRetry && <Button onClick={onRetry}>{t`Try again`}</Button>}
      >
        {detail && <p>{detail}</p>}
        {problem?.reference && (
          <p className={styles.reference}>
            <Trans>
              Reference <code>{problem.reference}</code>
            </Trans>
          </p>
        )}
      </Notice>
    </div>
  );
}

export function NoPermission({ children }: { children?: ReactNode }) {
  return (
    <Notice icon={Lock} title={t`You cannot open this`}>
      <p>{children ?? t`You do not have sufficient permissions. Ask an administrator for access.`}</p>
    </Notice>
  );
}

/** A spinner with its meaning for screen readers; nothing at all for the first 200 ms. */
export function Loading({ label = t`Loading` }: { label?: string }) {
  const isLate = useDelayed();
  return (
    <div className={styles.loading} role="status">
      {isLate && <Loader size={28} color="accent" aria-hidden />}
      {isLate && <span className="pw-visually-hidden">{label}</span>}
    </div>
  );
}
