import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './badge.module.css';

interface BadgeProps {
  children: ReactNode;
  /** Its words have to say the same: colour alone says nothing to some. */
  tone?: 'good' | 'warning' | 'danger';
  icon?: LucideIcon;
}

/** A state or a kind in one or two words. */
export function Badge({ children, tone, icon: Icon }: BadgeProps) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {Icon && <Icon size={12} aria-hidden />}
      {children}
    </span>
  );
}
