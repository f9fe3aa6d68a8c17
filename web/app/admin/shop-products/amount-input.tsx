/** An amount of the shop's currency, typed in its major units. */
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { amountFrom, typedFrom } from '../../fields/money/units.ts';

interface AmountInputProps {
  label: string;
  isLabelHidden?: boolean;
  currency: string;
  amount: number | undefined;
  onChange: (amount: number | undefined) => void;
  isReadOnly?: boolean;
  isRequired?: boolean;
}

/** What is no amount stays as it was typed, and is sent as nothing: it is said at the input. */
export function AmountInput({
  label,
  isLabelHidden,
  currency,
  amount,
  onChange,
  isReadOnly,
  isRequired,
}: AmountInputProps) {
  const shown = amount === undefined ? '' : typedFrom(amount, currency);
  const [typed, setTyped] = useState(shown);
  const meant = typed.trim() === '' ? undefined : amountFrom(typed, currency);
  const isWrong = typeof meant === 'string' || (typeof meant === 'number' && meant < 0);
  const isCurrent = isWrong ? amount === undefined : meant === amount;
  const text = isCurrent ? typed : shown;
  return (
    <TextInput
      label={isLabelHidden ? undefined : label}
      aria-label={isLabelHidden ? label : undefined}
      size="md"
      inputMode="decimal"
      readOnly={isReadOnly}
      rightSection={<small>{currency}</small>}
      rightSectionWidth={52}
      error={isCurrent && isWrong}
      aria-invalid={(isCurrent && isWrong) || (isRequired && amount === undefined) || undefined}
      value={text}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        const next = value.trim() === '' ? undefined : amountFrom(value, currency);
        onChange(typeof next === 'number' && next >= 0 ? next : undefined);
      }}
    />
  );
}
