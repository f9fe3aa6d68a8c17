import { t } from '@lingui/core/macro';
import { NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { AskDialog } from '../ask-dialog.tsx';
import type { AskProps } from '../define-resource.ts';
import { type Change, countOf } from './bulk-change.ts';
import type { ProductRow } from './product-row.ts';

/** Asks how the stock of the chosen products changes. */
export function AskStock({ rows, onAnswer, onCancel }: AskProps<ProductRow>): ReactNode {
  const [how, setHow] = useState<'add' | 'set'>('add');
  const [quantity, setQuantity] = useState<number | ''>('');
  const [note, setNote] = useState('');
  return (
    <AskDialog
      title={t`Change the stock of ${countOf(rows)}`}
      submitLabel={t`Change stock`}
      isReady={quantity !== ''}
      onSubmit={() =>
        onAnswer({ stock: { how, quantity: Number(quantity), note: note.trim() } } satisfies Change)
      }
      onCancel={onCancel}
    >
      <NativeSelect
        label={t`Each variant`}
        size="md"
        value={how}
        data={[
          { value: 'add', label: t`Add to what is there` },
          { value: 'set', label: t`Set to counted stock` },
        ]}
        onChange={(event) => setHow(event.currentTarget.value as typeof how)}
      />
      <NumberInput
        label={t`How many`}
        description={how === 'add' ? t`Less than zero takes some away.` : undefined}
        size="md"
        allowDecimal={false}
        hideControls
        value={quantity}
        onChange={(next) => setQuantity(typeof next === 'number' ? next : '')}
      />
      <TextInput
        label={t`Note`}
        size="md"
        maxLength={500}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </AskDialog>
  );
}
