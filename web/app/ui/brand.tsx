import styles from './brand.module.css';

/** The mark: a page being set out, its first block in place. */
export function BrandMark({ size = 28 }: { size?: number }) {
  return (
    <svg className={styles.mark} width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" className={styles.ground} />
      <path d="M9 7h10.5a6.5 6.5 0 0 1 0 13H14v5H9z" className={styles.letter} />
      <path d="M14 11.5h5a2 2 0 0 1 0 4h-5z" className={styles.ground} />
      <rect x="18" y="22.5" width="5" height="2.5" rx="0.75" className={styles.block} />
    </svg>
  );
}

export function Brand() {
  return (
    <span className={styles.brand}>
      <BrandMark />
      <span>Pagewright</span>
    </span>
  );
}
