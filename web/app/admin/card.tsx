import { type ReactNode, useId } from 'react';
import styles from './card.module.css';

interface CardProps {
  title: string;
  description?: ReactNode;
  /** Beside the title. */
  actions?: ReactNode;
  children?: ReactNode;
}

/** A part of a record's screen with a name of its own. */
export function Card({ title, description, actions, children }: CardProps) {
  const id = useId();
  return (
    <section className={styles.card} aria-labelledby={id}>
      <header className={styles.header}>
        <div>
          <h2 id={id}>{title}</h2>
          {description && <p>{description}</p>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </section>
  );
}

/** Things of one kind on a card, each with what can be done with it. */
export function CardList({ children, label }: { children: ReactNode; label: string }) {
  return (
    <ul className={styles.list} aria-label={label}>
      {children}
    </ul>
  );
}

interface CardItemProps {
  title: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
}

export function CardItem({ title, children, actions }: CardItemProps) {
  return (
    <li className={styles.item}>
      <div>
        <strong>{title}</strong>
        {children && <p>{children}</p>}
      </div>
      {actions && <span className={styles.actions}>{actions}</span>}
    </li>
  );
}
