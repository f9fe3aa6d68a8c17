/** The site's branch blocks in the palette. */
import { plural, t } from '@lingui/core/macro';
import { Blocks } from 'lucide-react';
import type { ReactNode } from 'react';
import type { BranchInList } from '../../api/generated/index.ts';
import styles from './palette.module.css';

interface BlockOffersProps {
  blocks: readonly BranchInList[];
  add: (block: BranchInList) => void;
}

export function BlockOffers({ blocks, add }: BlockOffersProps): ReactNode {
  if (blocks.length === 0) return null;
  return (
    <section aria-label={t`Shared blocks`}>
      <h3 className={styles.heading}>{t`Shared blocks`}</h3>
      <ul className={styles.list}>
        {blocks.map((block) => (
          <li key={block.id}>
            <button type="button" className={styles.offer} data-pressed-only="" onClick={() => add(block)}>
              <span className={styles.icon}>
                <Blocks size={18} aria-hidden />
              </span>
              <span className={styles.words}>
                {block.name}
                <small>{usedOn(block)}</small>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

const usedOn = ({ pageCount }: BranchInList) =>
  pageCount === 0 ? t`On no page yet` : t`${plural(pageCount, { one: 'On # page', other: 'On # pages' })}`;
