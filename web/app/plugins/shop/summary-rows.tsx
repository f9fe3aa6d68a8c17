import type { ReactNode } from 'react';
import { useFormats } from '#words/use-formats.ts';
import type { SummaryOut } from '../../api/generated/index.ts';
import { rowKey } from './basket.ts';
import { RowChanges } from './changes.tsx';

/** What is in the basket, to be read. */
export function SummaryRows({ summary }: { summary: SummaryOut }): ReactNode {
  const { money } = useFormats();
  const { currency, pricesIncludeTax } = summary;
  return (
    <ul className="pw-basket-rows">
      {summary.rows.map((row) => (
        <li key={rowKey(row)} data-available={row.isAvailable}>
          <div>
            <span>
              {row.quantity} × {row.name}
            </span>
            <RowChanges row={row} />
          </div>
          <span className="pw-basket-amount">
            {row.available !== 0 && money(pricesIncludeTax ? row.totalInclTax : row.totalExclTax, currency)}
          </span>
        </li>
      ))}
    </ul>
  );
}
