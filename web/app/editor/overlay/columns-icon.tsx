import type { ReactNode } from 'react';

/** A row of so many columns, small. */
export function ColumnsIcon({ count }: { count: number }): ReactNode {
  const gap = 2;
  const width = (30 - gap * (count - 1)) / count;
  return (
    <svg width="30" height="20" viewBox="0 0 30 20" aria-hidden="true" fill="currentColor">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: equal bars have no other name
        <rect key={index} x={index * (width + gap)} y="1" width={width} height="18" rx="1.5" opacity="0.75" />
      ))}
    </svg>
  );
}
