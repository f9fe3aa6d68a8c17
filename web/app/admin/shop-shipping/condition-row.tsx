/** One condition of a rule: what is asked, how it is compared, with what. */
import { t } from '@lingui/core/macro';
import { ActionIcon, NativeSelect, TextInput } from '@mantine/core';
import { Check, X } from 'lucide-react';
import { useCountries } from '../../api/countries.ts';
import type { ReadRowOut } from '../../api/generated/index.ts';
import { CountryList } from './country-list.tsx';
import type { RowFault } from './faults.ts';
import type { Operator, Variable } from './row-types.ts';
import styles from './rules.module.css';
import { type Condition, suitable } from './rules.ts';
import { isNumeric, operatorsOf, placesOf, typedScaled } from './units.ts';
import { operatorWords, signOf, unitOf, VARIABLES } from './words.ts';

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
        <NativeSelect
          className={styles.joiner}
          size="sm"
          aria-label={t`Joined by`}
          {...wrong('logic')}
          disabled={isReadOnly}
          value={joiner}
          data={[
            { value: 'and', label: t`and` },
            { value: 'or', label: t`or` },
          ]}
          onChange={(event) =>
            onChange({ ...condition, joiner: event.currentTarget.value as Condition['joiner'] })
          }
        />
      )}
      <div className={styles.question}>
        <NativeSelect
          size="sm"
          aria-label={t`What is asked`}
          {...wrong('variable')}
          data-begins
          disabled={isReadOnly}
          value={variable}
          data={Object.entries(VARIABLES).map(([value, label]) => ({ value, label }))}
          onChange={(event) => ask(event.currentTarget.value as Variable)}
        />
        <NativeSelect
          size="sm"
          aria-label={t`How it is compared`}
          {...wrong('operator')}
          disabled={isReadOnly}
          value={operator}
          data={operatorsOf(variable).map((one) => ({ value: one, label: operatorWords(variable, one) }))}
          onChange={(event) => onChange({ ...condition, operator: event.currentTarget.value as Operator })}
        />
        <Operand {...props} wrong={wrong('operand')} />
      </div>
      {!isReadOnly && (
        <ActionIcon
          className={styles.remove}
          aria-label={t`Remove this condition`}
          data-tool="remove"
          onClick={onRemove}
        >
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
  if (variable === 'country' && isList)
    return <CountryList codes={operand} isReadOnly={isReadOnly} {...wrong} onChange={set} />;
  if (variable === 'country')
    return (
      <NativeSelect
        size="sm"
        aria-label={t`Country`}
        {...wrong}
        disabled={isReadOnly}
        value={operand}
        data={[{ value: '', label: t`Choose a country` }, ...countries]}
        onChange={(event) => set(event.currentTarget.value)}
      />
    );
  const unit = isNumeric(variable) ? unitOf(variable, currency) : '';
  const isMoney = unit !== '' && unit === signOf(currency);
  return (
    <TextInput
      size="sm"
      aria-label={t`Compared with`}
      {...wrong}
      readOnly={isReadOnly}
      maxLength={2000}
      inputMode={isNumeric(variable) ? 'decimal' : undefined}
      placeholder={placeholderOf(variable, isList)}
      leftSection={isMoney ? unit : undefined}
      rightSection={isMoney ? undefined : unit || undefined}
      value={operand}
      onChange={(event) => set(event.currentTarget.value)}
    />
  );
}

function placeholderOf(variable: Variable, isList: boolean): string | undefined {
  if (variable === 'postcode') return isList ? 'BT*; IV1...IV63' : 'BT';
  return isList ? t`One; another` : undefined;
}
