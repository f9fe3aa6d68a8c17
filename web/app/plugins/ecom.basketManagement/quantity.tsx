import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useId, useRef, useState } from 'react';
import { useSpeech } from '#words/react.tsx';
import { useFormats } from '#words/use-formats.ts';
import type { SummaryOut, SummaryRow } from '../../api/generated/index.ts';
import { changeBasket, MOST_OF_ONE, rowKey, withQuantity } from '../shop/basket.ts';
import { rowPayload } from '../shop/event-payload.ts';
import { publishShopEvent } from '../shop/publish-event.ts';

interface QuantityProps {
  name: string;
  row: SummaryRow;
  summary: SummaryOut;
  quantity: number;
  onRemove: () => void;
}

/** What was left in the field that is no quantity. */
type Fault = 'none' | 'many' | 'broken';

function faultOf(text: string): Fault | undefined {
  const count = text.trim() === '' ? Number.NaN : Number(text);
  if (count === 0) return 'none';
  if (Number.isInteger(count) && count > MOST_OF_ONE) return 'many';
  return Number.isInteger(count) && count >= 1 ? undefined : 'broken';
}

/** Counts while it is typed; of what is no quantity it is said, once the field is left, that it does not count. */
export function Quantity({ name, summary, row, quantity, onRemove }: QuantityProps): ReactNode {
  const { t } = useLingui();
  const id = useId();
  const before = useRef(quantity);
  const [typed, setTyped] = useState<string>();
  const [fault, setFault] = useState<Fault>();
  const leave = () => {
    if (typed !== undefined) setFault(faultOf(typed));
    setTyped(undefined);
    const more = quantity - before.current;
    before.current = quantity;
    if (more !== 0)
      publishShopEvent({ name: more > 0 ? 'add' : 'remove', ...rowPayload(summary, row, Math.abs(more)) });
  };
  const set = (text: string) => {
    setTyped(text);
    setFault(undefined);
    if (!faultOf(text)) changeBasket((basket) => withQuantity(basket, rowKey(row), Number(text)));
  };
  return (
    <>
      <input
        type="number"
        inputMode="numeric"
        min={1}
        max={row.available || MOST_OF_ONE}
        step={1}
        value={typed ?? quantity}
        aria-label={t`Quantity of ${name}`}
        aria-describedby={fault && id}
        onChange={({ currentTarget }) => set(currentTarget.value)}
        onKeyDown={({ key }) => key === 'Enter' && leave()}
        onFocus={() => {
          before.current = quantity;
        }}
        onBlur={leave}
      />
      <div id={id} role="status" className="pw-basket-said">
        {fault && <Said fault={fault} name={name} quantity={quantity} onRemove={onRemove} />}
      </div>
    </>
  );
}

interface SaidProps extends Pick<QuantityProps, 'name' | 'quantity' | 'onRemove'> {
  fault: Fault;
}

function Said({ fault, name, quantity, onRemove }: SaidProps): ReactNode {
  const { t } = useLingui();
  const { words } = useSpeech();
  const { number } = useFormats();
  const most = number(MOST_OF_ONE);
  const count = number(quantity);
  return (
    <p {...words}>
      {fault === 'none' && (
        <>
          <Trans>The quantity is still {count}.</Trans>{' '}
          <button
            type="button"
            className="pw-quiet"
            onClick={onRemove}
          >{t`Remove ${name} from the basket`}</button>
        </>
      )}
      {fault === 'many' && (
        <Trans>
          At most {most} of one product can be ordered at a time. The quantity is still {count}.
        </Trans>
      )}
      {fault === 'broken' && <Trans>Enter a whole number from 1. The quantity is still {count}.</Trans>}
    </p>
  );
}
