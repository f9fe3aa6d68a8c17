import { t } from '@lingui/core/macro';
import { type ReactNode, useState } from 'react';
import { FieldInput, textIn } from '../../fields/inputs.tsx';
import { AskDialog } from '../ask-dialog.tsx';
import type { AskProps } from '../bulk-action.ts';
import { type Change, countOf } from './bulk-change.ts';
import type { ProductRow } from './product-row.ts';

/** Asks how the stock of the chosen products changes. */
export function AskStock({ rows, onAnswer, onCancel }: AskProps<ProductRow>): ReactNode {
  const [how, setHow] = useState<'add' | 'set'>('add');
  const [quantity, setQuantity] = useState<unknown>();
  const [note, setNote] = useState('');
  return (
    <AskDialog
      title={t`Change the stock of ${countOf(rows)}`}
      submitLabel={t`Change stock`}
      isReady={Number.isInteger(quantity)}
      onSubmit={() =>
        onAnswer({ stock: { how, quantity: Number(quantity), note: note.trim() } } satisfies Change)
      }
      onCancel={onCancel}
    >
      <FieldInput
        definition={{
          type: 'choice',
          label: t`Each variant`,
          options: [
            { value: 'add', label: t`Add to current stock` },
            { value: 'set', label: t`Set to counted stock` },
          ],
        }}
        value={how}
        onChange={(next) => setHow(next as typeof how)}
      />
      <FieldInput
        definition={{
          type: 'number',
          label: t`How many`,
          hint: how === 'add' ? t`A negative number reduces the stock.` : undefined,
          integer: true,
        }}
        isJudged
        value={quantity}
        onChange={setQuantity}
      />
      <FieldInput
        definition={{ type: 'text', label: t`Note`, maxLength: 500 }}
        value={note}
        onChange={(next) => setNote(textIn(next))}
      />
    </AskDialog>
  );
}
