import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useRef, useState } from 'react';
import { useFormats } from '#words/use-formats.ts';
import type { ReceiptListed } from '../../api/generated/index.ts';
import { Deeper, SectionHeading } from '../headings.tsx';
import { useLoaded } from '../members/loaded.ts';
import { Order } from './order.tsx';
import { stateInWords } from './order-states.ts';

const AT_ONCE = 10;

interface Part {
  results: ReceiptListed[];
  total: number;
}

/** What a member has ordered, the newest first; each order opens to show all of it. */
export default function Orders({ basketPage }: { basketPage: string | undefined }): ReactNode {
  const { i18n, t } = useLingui();
  const formats = useFormats();
  const [start, setStart] = useState(0);
  const [open, setOpen] = useState<string>();
  const loaded = useLoaded<Part>(`/ecom/orders/mine?start=${start}&limit=${AT_ONCE}`);
  const part = loaded.state === 'ready' ? loaded.data : undefined;
  // A part that failed leaves the way to the others.
  const total = useRef(0);
  if (part) total.current = part.total;
  const isMore = total.current > AT_ONCE;
  return (
    <section className="pw-member-section pw-account-orders" aria-busy={loaded.state === 'loading'}>
      <SectionHeading>{t`Your orders`}</SectionHeading>
      {loaded.state === 'failed' && <p role="alert">{loaded.problem.message}</p>}
      {part?.total === 0 && <p>{t`You have not ordered anything yet.`}</p>}
      {part && part.total > 0 && (
        <ul className="pw-account-order-list">
          {part.results.map((order) => (
            <li key={order.id}>
              <button
                type="button"
                className="pw-quiet"
                aria-expanded={open === order.id}
                onClick={() => setOpen(open === order.id ? undefined : order.id)}
              >
                <span>
                  <strong>{order.reference}</strong> <small>{formats.date(order.createdAt, 'long')}</small>
                </span>
                <span>
                  {stateInWords(order, i18n)} <b>{formats.money(order.totalInclTax, order.currency)}</b>
                </span>
              </button>
              {open === order.id && (
                <Deeper>
                  <Order listed={order} basketPage={basketPage} />
                </Deeper>
              )}
            </li>
          ))}
        </ul>
      )}
      {isMore && (
        <div className="pw-form-end">
          <button
            type="button"
            className="pw-quiet"
            disabled={start === 0}
            onClick={() => setStart(Math.max(0, start - AT_ONCE))}
          >{t`Newer orders`}</button>
          <button
            type="button"
            className="pw-quiet"
            disabled={start + AT_ONCE >= total.current}
            onClick={() => setStart(start + AT_ONCE)}
          >{t`Older orders`}</button>
        </div>
      )}
    </section>
  );
}
