/** One condition of a rule: what is asked, how it is compared, with what. */
import { t } from '@lingui/core/macro';
import { ActionIcon } from '@mantine/core';
import { Check, X } from 'lucide-react';
import { minorDigits } from '#words/format.ts';
import { useCountries } from '../../api/countries.ts';
import type { ReadRowOut } from '../../api/generated/index.ts';
import { FieldInput, textIn } from '../../fields/inputs.tsx';
import { AmountInput } from '../../fields/money/amount-input.tsx';
import { optionsOf } from '../options-of.ts';
import { CountryList } from './country-list.tsx';
import type { RowFault } from './faults.ts';
import type { Operator, Variable } from './row-types.ts';
import styles from './rules.module.css';
import { type Condition, suitable } from './rules.ts';
import { isNumeric, operatorsOf, placesOf, scaledFrom, typedAmount, typedScaled } from './units.ts';
import { operatorWords, signOf, unitOf, VARIABLES } from './words.ts';

/** How inputs stand in a rule: in a line, said by what is around them. */
export const CELL = { isCompact: true, isLabelHidden: true } as const;

interface ConditionRowProps {
  condition: Condition;
  isFirst: boolean;
  currency: string;
  isReadOnly: boolean;
  /** What a simulation found of it. */
  read: ReadRowOut | undefined;
  fault: RowFault | undefined;
  onChange: (condition: Condition, kind?: string) => void;
  onRemove: () => void;
}

export function ConditionRow(props: ConditionRowProps) {
  const { condition, isFirst, isReadOnly, read, fault, onChange, onRemove } = props;
  const { variable, operator, joiner } = condition;
  const wrong = (member: string) => wrongWith(fault, member);
  const ask = (next: Variable) => {
    const isOther = isNumeric(next) !== isNumeric(variable) || next === 'country' || variable === 'country';
    onChange({
      ...condition,
      variable: next,
      operator: suitable(next, operator, operatorsOf(next)),
      operand: isOther ? '' : condition.operand,
    });
  };
  return (
    <li
      className={styles.condition}
      data-joiner={isFirst ? undefined : joiner}
      data-condition={condition.key}
    >
      {isFirst ? (
        <span className={styles.if}>{t`If`}</span>
      ) : (
        <div className={styles.joiner}>
          <FieldInput
            {...CELL}
            {...wrong('logic')}
            definition={{
              type: 'choice',
              label: t`Joined by`,
              options: [
                { value: 'and', label: t`and` },
                { value: 'or', label: t`or` },
              ],
            }}
            isReadOnly={isReadOnly}
            value={joiner}
            onChange={(next) => onChange({ ...condition, joiner: next as Condition['joiner'] })}
          />
        </div>
      )}
      <div className={styles.question}>
        <div data-begins>
          <FieldInput
            {...CELL}
            {...wrong('variable')}
            definition={{ type: 'choice', label: t`What is asked`, options: optionsOf(VARIABLES) }}
            isReadOnly={isReadOnly}
            value={variable}
            onChange={(next) => ask(next as Variable)}
          />
        </div>
        <FieldInput
          {...CELL}
          {...wrong('operator')}
          definition={{
            type: 'choice',
            label: t`How it is compared`,
            options: operatorsOf(variable).map((one) => ({
              value: one,
              label: operatorWords(variable, one),
            })),
          }}
          isReadOnly={isReadOnly}
          value={operator}
          onChange={(next) => onChange({ ...condition, operator: next as Operator })}
        />
        <Operand {...props} wrong={wrong('operand')} />
      </div>
      {!isReadOnly && (
        <ActionIcon aria-label={t`Remove this condition`} data-tool="remove" onClick={onRemove}>
          <X size={16} aria-hidden />
        </ActionIcon>
      )}
      {read && !fault && (
        <p className={styles.said} data-tone={read.isMet ? 'met' : 'unmet'}>
          <Found read={read} condition={condition} currency={props.currency} />
        </p>
      )}
    </li>
  );
}

/** What is said at a part of a row that is wrong; what names no other part is said at the last. */
function wrongWith(fault: RowFault | undefined, member: string) {
  const isOther = ['logic', 'variable', 'operator'].includes(fault?.member ?? '');
  return { error: fault && (isOther ? fault.member : 'operand') === member ? fault.detail : undefined };
}

function Found({ read, condition, currency }: { read: ReadRowOut; condition: Condition; currency: string }) {
  const { variable } = condition;
  const unit = unitOf(variable, currency);
  const value =
    typeof read.found === 'number'
      ? typedScaled(read.found, placesOf(variable, currency))
      : read.found || t`nothing`;
  const found =
    unit && unit === signOf(currency) ? `${unit}${value}` : [value, unit].filter(Boolean).join(' ');
  return (
    <>
      {read.isMet ? <Check size={14} aria-hidden /> : <X size={14} aria-hidden />}
      {read.isMet ? t`Yes: it is ${found}` : t`No: it is ${found}`}
    </>
  );
}

function Operand({
  condition,
  currency,
  isReadOnly,
  wrong,
  onChange,
}: ConditionRowProps & { wrong: ReturnType<typeof wrongWith> }) {
  const countries = useCountries();
  const { variable, operator, operand, key } = condition;
  const isList = operator === 'is_one_of' || operator === 'is_none_of';
  const set = (next: string) => onChange({ ...condition, operand: next }, key);
  const shared = { ...CELL, ...wrong, isReadOnly };
  if (variable === 'country' && isList)
    return <CountryList codes={operand} isReadOnly={isReadOnly} {...wrong} onChange={set} />;
  if (variable === 'country')
    return (
      <FieldInput
        {...shared}
        definition={{
          type: 'choice',
          label: t`Country`,
          options: [{ value: '', label: t`Choose a country` }, ...countries],
        }}
        value={operand}
        onChange={(next) => set(textIn(next))}
      />
    );
  if (!isNumeric(variable))
    return (
      <FieldInput
        {...shared}
        definition={{
          type: 'text',
          label: t`Compared with`,
          placeholder: placeholderOf(variable, isList),
          maxLength: 2000,
        }}
        value={operand}
        onChange={(next) => set(textIn(next))}
      />
    );
  const unit = unitOf(variable, currency);
  if (unit !== '' && unit === signOf(currency))
    return (
      <AmountInput
        {...shared}
        label={t`Compared with`}
        currency={currency}
        amount={scaledFrom(operand, minorDigits(currency))}
        onChange={(next) => set(typedAmount(next, currency))}
      />
    );
  return (
    <FieldInput
      {...shared}
      definition={{ type: 'number', label: t`Compared with`, unit: unit || undefined }}
      value={operand}
      onChange={(next) => set(String(next ?? ''))}
    />
  );
}

function placeholderOf(variable: Variable, isList: boolean): string | undefined {
  if (variable === 'postcode') return isList ? 'BT*; IV1...IV63' : 'BT';
  return isList ? t`One; another` : undefined;
}
