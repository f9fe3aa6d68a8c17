import { t } from '@lingui/core/macro';
import { Input, TextInput } from '@mantine/core';
import { type ChangeEvent, useId, useState } from 'react';
import { faultsIn } from '../check.ts';
import styles from '../fields.module.css';
import { type InputProps, sharedProps } from '../inputs.tsx';
import type { DefinitionOf } from '../types.ts';
import { amountFrom, typedFrom } from './units.ts';

interface Typed {
  amount?: unknown;
  currency?: unknown;
}

const DEFAULT_CURRENCY = 'EUR';

/** The one input for amounts: typed in a currency's own unit, kept in its smallest one. */
export default function MoneyField(props: InputProps<'money'>) {
  const { definition, value, onChange, error, isReadOnly } = props;
  const id = useId();
  const money: Typed = typeof value === 'object' && value !== null ? value : {};
  const currency =
    typeof money.currency === 'string' ? money.currency : (definition.currency ?? DEFAULT_CURRENCY);
  const [typed, setTyped] = useState(() => shown(money.amount, currency));
  const isCurrent =
    money.amount === undefined ? typed === '' : meantBy(typed, currency, definition) === money.amount;
  const text = isCurrent ? typed : shown(money.amount, currency);
  const fault = error || faultOf(definition, value, money.amount);
  const set = (amount: string, unit: string) => {
    setTyped(amount);
    const meant = { amount: meantBy(amount, unit, definition), currency: unit };
    onChange(amount.trim() === '' ? undefined : meant);
  };
  const { label, description, withAsterisk: _, ...shared } = sharedProps(props);
  const input = {
    ...shared,
    id,
    inputMode: 'decimal' as const,
    value: text,
    onChange: (event: ChangeEvent<HTMLInputElement>) => set(event.currentTarget.value, currency),
  };
  if (definition.hasOneCurrency)
    return (
      <TextInput
        {...input}
        withAsterisk={false}
        label={label}
        description={description}
        error={fault}
        rightSection={<small>{currency}</small>}
        rightSectionWidth={52}
      />
    );
  return (
    <Input.Wrapper id={id} size={shared.size} label={label} description={description} error={fault}>
      <div className={styles.money}>
        <Input {...input} error={fault} />
        <TextInput
          size={shared.size}
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

/** What is no amount is handed on as it was typed, and so is less than nothing where there can be none. */
function meantBy(typed: string, currency: string, { min }: DefinitionOf<'money'>): number | string {
  const amount = amountFrom(typed, currency);
  return min !== undefined && min >= 0 && typeof amount === 'number' && amount < 0 ? typed : amount;
}

function faultOf(definition: DefinitionOf<'money'>, value: unknown, amount: unknown): string | undefined {
  const isMissing = definition.required && amount === undefined;
  return isMissing || typeof amount === 'string'
    ? t`Enter an amount.`
    : faultsIn(definition, value)[0]?.detail;
}

function shown(amount: unknown, currency: string): string {
  if (typeof amount === 'number') return typedFrom(amount, currency);
  return typeof amount === 'string' ? amount : '';
}
