import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef } from 'react';
import { useSpeech } from '#words/react.tsx';
import { useFormats } from '#words/use-formats.ts';
import type { SummaryOut, SummaryRow } from '../../api/generated/index.ts';
import { type Basket, changeBasket, rowKey, withQuantity } from '../shop/basket.ts';
import { RowChanges } from '../shop/changes.tsx';
import { rowPayload } from '../shop/event-payload.ts';
import { publishShopEvent } from '../shop/publish-event.ts';
import { Was } from '../shop/was.tsx';
import { Quantity } from './quantity.tsx';

export interface Removed {
  name: string;
  row: Basket[number];
}

interface RowsProps {
  summary: SummaryOut;
  basket: Basket;
  onRemoved: (removed: Removed) => void;
  /** The key of the row that has come back by Undo. */
  returned: string | undefined;
}

/** The rows as they were priced last, with the quantities that the basket has by now. */
export function Rows({ summary, basket, onRemoved, returned }: RowsProps): ReactNode {
  const present = new Map(basket.map((row) => [rowKey(row), row]));
  const remove = (row: SummaryRow) => {
    const kept = present.get(rowKey(row));
    if (!kept) return;
    changeBasket((rows) => withQuantity(rows, rowKey(row), 0));
    publishShopEvent({ name: 'remove', ...rowPayload(summary, row, kept.quantity) });
    onRemoved({ name: row.name, row: kept });
  };
  return (
    <ul className="pw-basket-rows">
      {summary.rows
        .filter((row) => present.has(rowKey(row)))
        .map((row) => (
          <Row
            key={rowKey(row)}
            row={row}
            summary={summary}
            quantity={present.get(rowKey(row))?.quantity ?? row.quantity}
            onRemove={() => remove(row)}
            isReturned={rowKey(row) === returned}
          />
        ))}
    </ul>
  );
}

/** More than there are, or than one order may have, of what can be had. */
const hasTooMany = ({ changes, available }: SummaryRow): boolean =>
  Boolean(available) && (changes.includes('fewer_in_stock') || changes.includes('too_many'));

interface RowProps {
  row: SummaryRow;
  summary: SummaryOut;
  quantity: number;
  onRemove: () => void;
  isReturned: boolean;
}

function Row({ row, summary, quantity, onRemove, isReturned }: RowProps): ReactNode {
  const { t } = useLingui();
  const { words } = useSpeech();
  const { money } = useFormats();
  const { currency, pricesIncludeTax } = summary;
  const name = row.name || t`Product`;
  const each = money(row.price, currency);
  const item = useRef<HTMLLIElement>(null);
  const remover = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // It comes back once it is priced anew: the keyboard may be elsewhere by then.
    if (isReturned && document.activeElement === document.body) remover.current?.focus();
  }, [isReturned]);
  const remove = () => {
    const { nextElementSibling, previousElementSibling } = item.current ?? {};
    const beside = nextElementSibling ?? previousElementSibling;
    // The keyboard goes on from there.
    beside?.querySelector<HTMLElement>('[data-remove]')?.focus();
    onRemove();
  };
  const left = hasTooMany(row) ? row.available : null;
  const take = (count: number) => {
    item.current?.querySelector('input')?.focus();
    changeBasket((rows) => withQuantity(rows, rowKey(row), count));
  };
  return (
    <li ref={item} data-available={row.isAvailable}>
      <div>
        <strong>{name}</strong>
        {row.product && (
          <p className="pw-basket-each" {...words}>
            <Trans>{each} each</Trans>{' '}
            {row.standardPrice !== null && <Was amount={money(row.standardPrice, currency)} />}
          </p>
        )}
        <RowChanges row={row} />
        {left !== null && (
          <button type="button" className="pw-quiet" onClick={() => take(left)} {...words}>
            {t`Take ${left}`}
          </button>
        )}
      </div>
      <Quantity name={name} summary={summary} row={row} quantity={quantity} onRemove={remove} />
      <span className="pw-basket-amount">
        {row.product &&
          row.available !== 0 &&
          money(pricesIncludeTax ? row.totalInclTax : row.totalExclTax, currency)}
      </span>
      <button
        ref={remover}
        type="button"
        className="pw-quiet"
        data-remove
        onClick={remove}
        aria-label={t`Remove ${name}`}
        {...words}
      >
        {t`Remove`}
      </button>
    </li>
  );
}
