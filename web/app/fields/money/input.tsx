import { t } from '@lingui/core/macro';
import { Input, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { faultsIn } from '../check.ts';
import styles from '../fields.module.css';
import type { InputProps } from '../inputs.tsx';
import { amountFrom, typedFrom } from './units.ts';

interface Typed {
  amount?: unknown;
  currency?: unknown;
}

const DEFAULT_CURRENCY = 'EUR';

export default function MoneyField({ definition, value, onChange, error, isReadOnly }: InputProps<'money'>) {
  const id = useId();
  const money: Typed = typeof value === 'object' && value !== null ? value : {};
  const currency =
    typeof money.currency === 'string' ? money.currency : (definition.currency ?? DEFAULT_CURRENCY);
  const [typed, setTyped] = useState(() => shown(money.amount, currency));
  const isCurrent = money.amount === undefined ? typed === '' : amountFrom(typed, currency) === money.amount;
  const text = isCurrent ? typed : shown(money.amount, currency);
  const fault = error ?? faultsIn(definition, value)[0]?.detail;
  const set = (amount: string, unit: string) => {
    setTyped(amount);
    onChange(amount.trim() === '' ? undefined : { amount: amountFrom(amount, unit), currency: unit });
  };
  return (
    <Input.Wrapper id={id} label={definition.label} description={definition.hint} error={fault}>
      <div className={styles.money}>
        <TextInput
          id={id}
          size="md"
          inputMode="decimal"
          readOnly={isReadOnly}
          aria-invalid={fault ? true : undefined}
          value={text}
          onChange={(event) => set(event.currentTarget.value, currency)}
        />
        <TextInput
          size="md"
          aria-label={t`${definition.label}: currency`}
          maxLength={3}
          readOnly={isReadOnly}
          value={currency}
          onChange={(event) => set(text, event.currentTarget.value.toUpperCase())}
        />
      </div>
    </Input.Wrapper>
  );
}

function shown(amount: unknown, currency: string): string {
  if (typeof amount === 'number') return typedFrom(amount, currency);
  return typeof amount === 'string' ? amount : '';
}
