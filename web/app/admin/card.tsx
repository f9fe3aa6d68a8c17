import { type ReactNode, useId, useRef } from 'react';
import { useKeptFocus } from '../ui/use-kept-focus.ts';
import styles from './card.module.css';

interface CardProps {
  title: string;
  description?: ReactNode;
  /** Beside the title. */
  actions?: ReactNode;
  children?: ReactNode;
}

const itemsOf = (card: HTMLElement | null) => [
  ...(card?.querySelectorAll<HTMLElement>('ul[data-items] > li') ?? []),
];
const targetIn = (item: HTMLElement) => item.querySelector<HTMLElement>('button:enabled, a, input:enabled');

/** A part of a record's screen with a name of its own. */
export function Card({ title, description, actions, children }: CardProps) {
  const id = useId();
  const card = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useKeptFocus(card, itemsOf, targetIn, () => heading.current);
  return (
    <section ref={card} className={styles.card} aria-labelledby={id}>
      <header className={styles.header}>
        <div>
          <h2 ref={heading} id={id} tabIndex={-1}>
            {title}
          </h2>
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
    <ul className={styles.list} aria-label={label} data-items>
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
