/** An amount of the shop's currency, typed in its major units. */
import { t } from '@lingui/core/macro';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { amountFrom, typedFrom } from '../../fields/money/units.ts';

/** What is no amount is the text that was typed; undefined is none. */
export type TypedAmount = number | string | undefined;

interface AmountInputProps {
  label: string;
  isLabelHidden?: boolean;
  currency: string;
  amount: TypedAmount;
  onChange: (amount: TypedAmount) => void;
  isReadOnly?: boolean;
  isRequired?: boolean;
  size?: 'sm' | 'md';
}

function meantBy(typed: string, currency: string): TypedAmount {
  if (typed.trim() === '') return undefined;
  const amount = amountFrom(typed, currency);
  return typeof amount === 'number' && amount < 0 ? typed : amount;
}

/** What is no amount is told as it was typed, for a form to refuse, and said at the input. */
export function AmountInput({
  label,
  isLabelHidden,
  currency,
  amount,
  onChange,
  isReadOnly,
  isRequired,
  size = 'md',
}: AmountInputProps) {
  const shown = typeof amount === 'number' ? typedFrom(amount, currency) : (amount ?? '');
  const [typed, setTyped] = useState(shown);
  const isWrong = typeof amount === 'string' || (isRequired && amount === undefined);
  return (
    <TextInput
      label={isLabelHidden ? undefined : label}
      aria-label={isLabelHidden ? label : undefined}
      size={size}
      inputMode="decimal"
      readOnly={isReadOnly}
      rightSection={<small>{currency}</small>}
      rightSectionWidth={52}
      error={isWrong && t`Enter an amount.`}
      value={meantBy(typed, currency) === amount ? typed : shown}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        onChange(meantBy(value, currency));
      }}
    />
  );
}
