import { t } from '@lingui/core/macro';
import type { Post } from '../../api/blog.ts';
import { Badge } from '../../ui/badge.tsx';
import styles from './blog.module.css';

export const STATES: Record<Post['state'], string> = {
  public: t`Public`,
  scheduled: t`Scheduled`,
  restricted: t`Restricted`,
  without_page: t`No page`,
};
const TONES = {
  public: 'good',
  scheduled: 'warning',
  restricted: 'warning',
  without_page: undefined,
} as const;

export function PostState({ state }: Pick<Post, 'state'>) {
  return (
    <span className={styles.short}>
      <Badge tone={TONES[state]}>{STATES[state]}</Badge>
    </span>
  );
}
