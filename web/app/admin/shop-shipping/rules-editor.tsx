/** The rules of a matrix, read from the top: added, removed, put in order by dragging and by keyboard, and undone. */
import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { Plus, Redo2, Undo2 } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import type { ReadRowOut } from '../../api/generated/index.ts';
import { useDrag } from '../../fields/list/use-drag.ts';
import { isAnyPressed } from '../../shortcuts/pressed.ts';
import { useFocusAfter } from '../../ui/use-focus-after.ts';
import { RULE_KEYS } from '../shortcuts.ts';
import type { RowFault } from './faults.ts';
import { type OtherMatrix, RuleCard } from './rule-card.tsx';
import styles from './rules.module.css';
import { moved, newCondition, newRule, type Rule } from './rules.ts';
import { useHistory } from './use-history.ts';

interface RulesEditorProps {
  rules: Rule[];
  currency: string;
  matrices: OtherMatrix[];
  isReadOnly: boolean;
  reads: Map<string, ReadRowOut>;
  faults: Map<string, RowFault>;
  onChange: (rules: Rule[]) => void;
}

const isTyping = (target: EventTarget) =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;

export function RulesEditor({ rules, isReadOnly, onChange, ...shown }: RulesEditorProps) {
  const { change, undo, redo } = useHistory(rules, onChange);
  const [said, setSaid] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const adder = useRef<HTMLButtonElement>(null);
  const focusAfter = useFocusAfter();
  const toolOf = (index: number, ...tools: string[]) =>
    tools
      .map((tool) =>
        list.current?.children[index]?.querySelector<HTMLElement>(`[data-tool="${tool}"]:not(:disabled)`),
      )
      .find(Boolean);
  const move = (from: number, to: number, tool?: 'up' | 'down' | 'grip') => {
    if (to < 0 || to >= rules.length || from === to) return;
    if (tool) focusAfter(() => toolOf(to, tool, tool === 'up' ? 'down' : 'up'));
    change(moved(rules, from, to));
    setSaid(t`Rule ${from + 1} is rule ${to + 1} now.`);
  };
  const drag = useDrag((from, to) => move(from, to));
  const add = (rule: Rule) => {
    const last = rules.at(-1);
    // What always applies stays last: below it nothing is read.
    const isBeforeLast = rule.conditions.length > 0 && last?.conditions.length === 0;
    focusAfter(() =>
      list.current?.querySelector<HTMLElement>(
        `[data-rule="${rule.key}"] [data-begins] select:not(:disabled)`,
      ),
    );
    change(isBeforeLast && last ? [...rules.slice(0, -1), rule, last] : [...rules, rule]);
  };
  const remove = (index: number) => {
    const next = Math.min(index, rules.length - 2);
    focusAfter(() => (next < 0 ? adder.current : toolOf(next, 'remove')));
    change(rules.toSpliced(index, 1));
    setSaid(t`Rule ${index + 1} was removed.`);
  };
  const onKey = (event: KeyboardEvent) => {
    if (isReadOnly || isTyping(event.target)) return;
    const pressed = (name: 'undo' | 'redo') => isAnyPressed(event.nativeEvent, RULE_KEYS[name].keys);
    const step = pressed('undo') ? undo : pressed('redo') ? redo : undefined;
    if (!step) return;
    event.preventDefault();
    step();
  };
  const hasElse = rules.some(({ conditions }) => conditions.length === 0);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: undoing has buttons, too
    <div className={styles.editor} onKeyDown={onKey}>
      {!isReadOnly && (
        <div className={styles.history}>
          <p>{t`Read from the top: the first rule that applies decides.`}</p>
          <div className={styles.steps}>
            <Button size="xs" leftSection={<Undo2 size={14} aria-hidden />} disabled={!undo} onClick={undo}>
              {t`Undo`}
            </Button>
            <Button size="xs" leftSection={<Redo2 size={14} aria-hidden />} disabled={!redo} onClick={redo}>
              {t`Redo`}
            </Button>
          </div>
        </div>
      )}
      {rules.length === 0 && <p className={styles.none}>{t`No rules yet: nothing is delivered.`}</p>}
      <ol className={styles.rules} ref={list} aria-label={t`Rules`}>
        {rules.map((rule, index) => (
          <RuleCard
            key={rule.key}
            {...shown}
            rule={rule}
            index={index}
            count={rules.length}
            isReadOnly={isReadOnly}
            place={drag.place(index)}
            handle={drag.handle(index)}
            onChange={(next, kind) =>
              change(
                rules.map((one) => (one === rule ? next : one)),
                kind,
              )
            }
            onMove={(by, tool) => move(index, index + by, tool)}
            onRemove={() => remove(index)}
          />
        ))}
      </ol>
      {!isReadOnly && (
        <div className={styles.adders}>
          <Button
            ref={adder}
            leftSection={<Plus size={16} aria-hidden />}
            onClick={() => add(newRule([newCondition()]))}
          >
            {t`Add rule`}
          </Button>
          {!hasElse && (
            <Button
              variant="subtle"
              leftSection={<Plus size={16} aria-hidden />}
              onClick={() => add(newRule([]))}
            >
              {t`Add “In every other case”`}
            </Button>
          )}
        </div>
      )}
      <span className="pw-visually-hidden" aria-live="polite">
        {said}
      </span>
    </div>
  );
}
