import { Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './notice.module.css';

interface NoticeProps {
  children: ReactNode;
  tone?: 'warning';
  icon?: LucideIcon;
}

/** Something worth knowing that stands where it matters and stays. */
export function Notice({ children, tone, icon }: NoticeProps) {
  const Icon = icon ?? (tone === 'warning' ? TriangleAlert : Info);
  return (
    <div className={styles.notice} data-tone={tone}>
      <Icon size={18} aria-hidden />
      <p>{children}</p>
    </div>
  );
}
