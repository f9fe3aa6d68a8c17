import type { ReactNode } from 'react';
import { useDocumentTitle } from './document-title.ts';
import styles from './page-header.module.css';

interface PageHeaderProps {
  title: string;
  description?: ReactNode;
  /** Buttons at the far end. */
  actions?: ReactNode;
  /** A way back, above the title. */
  back?: ReactNode;
}

/** Head of an admin screen. Names the document too; focus comes here on a route change. */
export function PageHeader({ title, description, actions, back }: PageHeaderProps) {
  useDocumentTitle(title);
  return (
    <header className={styles.header}>
      <div className={styles.text}>
        {back}
        <h1 tabIndex={-1}>{title}</h1>
        {description && <p>{description}</p>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  );
}
