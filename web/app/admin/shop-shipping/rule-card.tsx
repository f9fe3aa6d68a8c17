/** One rule: its conditions, and what follows from them. */
import { t } from '@lingui/core/macro';
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { ArrowDown, ArrowUp, GripVertical, Plus, Trash2 } from 'lucide-react';
import { type HTMLAttributes, type KeyboardEvent, useRef } from 'react';
import { minorDigits } from '#words/format.ts';
import type { ReadRowOut } from '../../api/generated/index.ts';
import { FieldInput, textIn } from '../../fields/inputs.tsx';
import { AmountInput } from '../../fields/money/amount-input.tsx';
import { isAnyPressed } from '../../shortcuts/pressed.ts';
import { Badge } from '../../ui/badge.tsx';
import { useFocusAfter } from '../../ui/use-focus-after.ts';
import { optionsOf } from '../options-of.ts';
import { RULE_KEYS } from '../shortcuts.ts';
import { CELL, ConditionRow } from './condition-row.tsx';
import type { RowFault } from './faults.ts';
import type { Consequence } from './row-types.ts';
import styles from './rules.module.css';
import { type Condition, newCondition, type Rule } from './rules.ts';
import { scaledFrom, typedAmount } from './units.ts';
import { CONSEQUENCES, sentenceOf } from './words.ts';

export interface OtherMatrix {
  id: string;
  name: string;
}

interface RuleCardProps {
  rule: Rule;
  index: number;
  count: number;
  currency: string;
  matrices: OtherMatrix[];
  isReadOnly: boolean;
  /** By conditions' keys, and by the rule's own where it has none. */
  reads: Map<string, ReadRowOut>;
  faults: Map<string, RowFault>;
  place: HTMLAttributes<HTMLElement>;
  handle: HTMLAttributes<HTMLElement>;
  onChange: (rule: Rule, kind?: string) => void;
  onMove: (by: -1 | 1, tool: 'up' | 'down' | 'grip') => void;
  onRemove: () => void;
}

const keyOfEnd = ({ key, conditions }: Rule) => conditions.at(-1)?.key ?? key;

export function RuleCard(props: RuleCardProps) {
  const { rule, index, count, currency, matrices, isReadOnly, reads, faults, place, onChange, onMove } =
    props;
  const nameOf = (id: string) => matrices.find((one) => one.id === id)?.name ?? '';
  const words = sentenceOf(rule, currency, nameOf);
  const read = reads.get(keyOfEnd(rule));
  const set = (conditions: Condition[], kind?: string) => onChange({ ...rule, conditions }, kind);
  const card = useRef<HTMLLIElement>(null);
  const focusAfter = useFocusAfter();
  const add = () => {
    const condition = newCondition();
    focusAfter(() =>
      card.current?.querySelector<HTMLElement>(`[data-condition="${condition.key}"] [data-begins] select`),
    );
    set([...rule.conditions, condition]);
  };
  const remove = (number: number) => {
    const next = rule.conditions[number + 1] ?? rule.conditions[number - 1];
    focusAfter(() =>
      card.current?.querySelector<HTMLElement>(
        next ? `[data-condition="${next.key}"] [data-tool="remove"]` : '[data-add]',
      ),
    );
    set(rule.conditions.toSpliced(number, 1));
  };
  const onKey = (event: KeyboardEvent) => {
    const pressed = (name: 'up' | 'down') => isAnyPressed(event.nativeEvent, RULE_KEYS[name].keys);
    const step = pressed('up') ? -1 : pressed('down') ? 1 : undefined;
    if (isReadOnly || !step) return;
    event.preventDefault();
    onMove(step, 'grip');
  };
  return (
    <li
      ref={card}
      {...place}
      className={styles.rule}
      data-item
      data-rule={rule.key}
      data-fired={read?.hasFired || undefined}
      aria-label={words}
    >
      <RuleHead {...props} onKey={onKey} isLast={index === count - 1} hasFired={read?.hasFired ?? false} />
      {rule.conditions.length === 0 ? (
        <p className={styles.always}>{t`In every other case`}</p>
      ) : (
        <ul className={styles.conditions} aria-label={t`Conditions`}>
          {rule.conditions.map((condition, number) => (
            <ConditionRow
              key={condition.key}
              condition={condition}
              isFirst={number === 0}
              currency={currency}
              isReadOnly={isReadOnly}
              read={reads.get(condition.key)}
              fault={faults.get(condition.key)}
              onChange={(next, kind) =>
                set(
                  rule.conditions.map((one) => (one === condition ? next : one)),
                  kind,
                )
              }
              onRemove={() => remove(number)}
            />
          ))}
        </ul>
      )}
      {!isReadOnly && (
        <Button
          className={styles.add}
          size="xs"
          variant="subtle"
          leftSection={<Plus size={14} aria-hidden />}
          data-add
          onClick={add}
        >
          {t`Add condition`}
        </Button>
      )}
      <End {...props} />
    </li>
  );
}

function RuleHead(
  props: RuleCardProps & { isLast: boolean; hasFired: boolean; onKey: (event: KeyboardEvent) => void },
) {
  const { index, isReadOnly, handle, hasFired, isLast, onKey, onMove, onRemove } = props;
  const number = index + 1;
  return (
    <div className={styles.head}>
      {!isReadOnly && (
        <Tooltip label={t`Drag, or press Alt and an arrow key`}>
          <button
            type="button"
            className={styles.grip}
            aria-label={t`Move rule ${number}`}
            data-tool="grip"
            {...handle}
            onKeyDown={onKey}
          >
            <GripVertical size={16} aria-hidden />
          </button>
        </Tooltip>
      )}
      <strong>{t`Rule ${number}`}</strong>
      {hasFired && <Badge tone="good">{t`This one decides`}</Badge>}
      {!isReadOnly && (
        <div className={styles.tools}>
          <ActionIcon
            aria-label={t`Move rule ${number} up`}
            data-tool="up"
            disabled={index === 0}
            onClick={() => onMove(-1, 'up')}
          >
            <ArrowUp size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon
            aria-label={t`Move rule ${number} down`}
            data-tool="down"
            disabled={isLast}
            onClick={() => onMove(1, 'down')}
          >
            <ArrowDown size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon aria-label={t`Remove rule ${number}`} data-tool="remove" onClick={onRemove}>
            <Trash2 size={16} aria-hidden />
          </ActionIcon>
        </div>
      )}
    </div>
  );
}

function End({ rule, currency, matrices, isReadOnly, faults, onChange }: RuleCardProps) {
  const found = faults.get(`${keyOfEnd(rule)} end`);
  const isOfType = found?.member === 'consequenceType';
  const fault = isOfType ? undefined : found?.detail;
  return (
    <div className={styles.end}>
      <span aria-hidden>→</span>
      <div data-begins={rule.conditions.length === 0 || undefined}>
        <FieldInput
          {...CELL}
          definition={{ type: 'choice', label: t`What follows`, options: optionsOf(CONSEQUENCES) }}
          error={isOfType && found?.detail}
          isReadOnly={isReadOnly}
          value={rule.type}
          onChange={(next) => onChange({ ...rule, type: next as Consequence })}
        />
      </div>
      {rule.type === 'set_shipping' && (
        <div className={styles.charge}>
          <AmountInput
            {...CELL}
            label={t`Delivery charge`}
            currency={currency}
            error={fault}
            isReadOnly={isReadOnly}
            amount={scaledFrom(rule.charge, minorDigits(currency))}
            onChange={(next) =>
              onChange({ ...rule, charge: typedAmount(next, currency) }, `${rule.key} charge`)
            }
          />
        </div>
      )}
      {rule.type === 'to_matrix' && (
        <FieldInput
          {...CELL}
          definition={{
            type: 'choice',
            label: t`Set of rules`,
            options: [
              { value: '', label: t`Choose a set of rules` },
              ...matrices.map(({ id, name }) => ({ value: id, label: name })),
            ],
          }}
          error={fault}
          isReadOnly={isReadOnly}
          value={rule.matrixId}
          onChange={(next) => onChange({ ...rule, matrixId: textIn(next) })}
        />
      )}
      {fault && rule.type !== 'set_shipping' && rule.type !== 'to_matrix' && (
        <p className={styles.said} data-tone="fault">
          {fault}
        </p>
      )}
    </div>
  );
}
