/** A list of items of the same fields: add, change, reorder, remove. */
import { plural, t } from '@lingui/core/macro';
import { ActionIcon, Button, Input, Menu } from '@mantine/core';
import { ArrowDown, ArrowUp, GripVertical, Plus, Trash2 } from 'lucide-react';
import { type HTMLAttributes, type ReactNode, useEffect, useRef } from 'react';
import { focusFirstField } from '../../ui/first-field.ts';
import { toast } from '../../ui/toast.ts';
import { useLatest } from '../../ui/use-latest.ts';
import { FieldForm } from '../field-form.tsx';
import styles from '../fields.module.css';
import type { InputProps } from '../inputs.tsx';
import { boundOf, type ListRule, ruleOf } from '../rules.ts';
import { useDrag } from './use-drag.ts';

type Item = Record<string, unknown>;

interface ListProps extends InputProps<'list'> {
  /** Draws an item, instead of one input for each of its fields. */
  drawItem?: (values: Item, index: number, onChange: (values: Item) => void) => ReactNode;
  /** What an added item begins with. */
  newItem?: Item;
  /** What an item is called, for users who hear its tools; its place where it has no name. */
  nameOf?: (values: Item) => string | undefined;
  /** What the button that adds one says. */
  addLabel?: string;
  /** Adds several at once, in place of an empty one. */
  adding?: { label: string; icon: ReactNode; take: () => Promise<Item[]> };
  /** Items are lines of a table, each with its tools beside it. */
  isCompact?: boolean;
}

export default function ListField(props: ListProps) {
  const { definition, value, onChange, error, drawItem, newItem = {}, adding, isCompact, isReadOnly } = props;
  const { nameOf, addLabel = t`Add item` } = props;
  const { label, item, hint } = definition;
  const items = Array.isArray(value) ? (value as Item[]) : [];
  const most = boundOf((ruleOf('list') as ListRule).maxItems, { maxItems: definition.maxItems });
  const { list, follow } = useFocusAfter();
  const latest = useLatest({ items, onChange });
  const move = (from: number, to: number) => {
    const moved = items[from];
    if (!moved || from === to) return;
    follow((item) => focusTool(item, to < from ? 'up' : 'down'), to);
    onChange(items.toSpliced(from, 1).toSpliced(to, 0, moved));
  };
  const drag = useDrag(move);
  const Tools = isCompact ? ItemMenu : ItemTools;
  const add = async () => {
    const added = adding ? await adding.take() : [{ ...newItem }];
    if (added.length === 0) return;
    // Others may have been changed while these were chosen.
    const present = latest.current.items;
    follow(focusFirstField, present.length);
    latest.current.onChange([...present, ...added].slice(0, most));
    const left = present.length + added.length - (most ?? Number.POSITIVE_INFINITY);
    if (left > 0)
      toast.show({
        message: t`${plural(left, { one: 'The list is full: # was not added.', other: 'The list is full: # were not added.' })}`,
      });
  };
  const remove = (index: number) => {
    follow((item) => focusTool(item, 'remove'), Math.min(index, items.length - 2));
    onChange(items.toSpliced(index, 1));
  };
  return (
    <fieldset ref={list} className={isCompact ? `${styles.list} ${styles.compact}` : styles.list}>
      <legend>{label}</legend>
      {hint && <p className={styles.hint}>{hint}</p>}
      {error && <Input.Error>{error}</Input.Error>}
      {items.map((values, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items have no identity of their own
        <div key={index} className={styles.listItem} data-item {...(!isReadOnly && drag.place(index))}>
          {drawItem ? (
            drawItem(values, index, (changed) => onChange(items.with(index, changed)))
          ) : (
            <FieldForm
              definitions={item}
              values={values}
              onChange={(changed) => onChange(items.with(index, changed))}
              isReadOnly={isReadOnly}
            />
          )}
          {!isReadOnly && (
            <Tools
              position={index + 1}
              name={nameOf?.(values)}
              isFirst={index === 0}
              isLast={index === items.length - 1}
              handle={items.length > 1 ? drag.handle(index) : undefined}
              onMove={(step) => move(index, index + step)}
              onRemove={() => remove(index)}
            />
          )}
        </div>
      ))}
      {!isReadOnly && (
        <Button
          leftSection={adding?.icon ?? <Plus size={15} aria-hidden />}
          disabled={most !== undefined && items.length >= most}
          data-add
          onClick={() => void add()}
        >
          {adding?.label ?? addLabel}
        </Button>
      )}
      {isReadOnly && items.length === 0 && <p className={styles.hint}>–</p>}
    </fieldset>
  );
}

type Tool = 'up' | 'down' | 'remove';

/** A tool of an item; where an item that has come to an end of the list cannot move on, the way back. */
function focusTool(item: Element, tool: Tool): void {
  const usable = (name: Tool | 'menu') =>
    item.querySelector<HTMLElement>(`:scope > * > [data-tool="${name}"]:not(:disabled)`);
  (usable('menu') ?? usable(tool) ?? usable(tool === 'up' ? 'down' : 'up'))?.focus();
}

/**
 * Keeps the keyboard with what was done, once it is drawn: in the first field of an added item, on the tool of a moved
 * one, at the neighbour of a removed one, or on the button that adds.
 */
function useFocusAfter() {
  const list = useRef<HTMLFieldSetElement>(null);
  const pending = useRef<() => void>(undefined);
  useEffect(() => {
    pending.current?.();
    pending.current = undefined;
  });
  const follow = (focus: (item: Element) => void, index: number) => {
    pending.current = () => {
      const item = list.current?.querySelectorAll(':scope > [data-item]')[index];
      if (item) focus(item);
      else list.current?.querySelector<HTMLElement>(':scope > [data-add]')?.focus();
    };
  };
  return { list, follow };
}

interface ItemToolsProps {
  position: number;
  name: string | undefined;
  isFirst: boolean;
  isLast: boolean;
  /** What makes a part of the tools one to drag the item by. */
  handle: HTMLAttributes<HTMLElement> | undefined;
  onMove: (step: number) => void;
  onRemove: () => void;
}

function ItemTools({ position, name, isFirst, isLast, handle, onMove, onRemove }: ItemToolsProps) {
  return (
    <div className={styles.listTools}>
      {handle && (
        <span className={styles.listHandle} title={t`Drag to move`} aria-hidden {...handle}>
          <GripVertical size={15} />
        </span>
      )}
      <ActionIcon
        data-tool="up"
        aria-label={name ? t`Move “${name}” up` : t`Move item ${position} up`}
        disabled={isFirst}
        onClick={() => onMove(-1)}
      >
        <ArrowUp size={15} aria-hidden />
      </ActionIcon>
      <ActionIcon
        data-tool="down"
        aria-label={name ? t`Move “${name}” down` : t`Move item ${position} down`}
        disabled={isLast}
        onClick={() => onMove(1)}
      >
        <ArrowDown size={15} aria-hidden />
      </ActionIcon>
      <ActionIcon
        data-tool="remove"
        aria-label={name ? t`Remove “${name}”` : t`Remove item ${position}`}
        onClick={onRemove}
      >
        <Trash2 size={15} aria-hidden />
      </ActionIcon>
    </div>
  );
}

/** The same in the room of one: a handle to drag the item by, which opens a menu where it is pressed. */
function ItemMenu({ position, name, isFirst, isLast, handle, onMove, onRemove }: ItemToolsProps) {
  const target = useRef<HTMLButtonElement>(null);
  return (
    <div className={styles.listTools}>
      {/* Back to the handle before the item moves: whatever is done takes the focus with it then. */}
      <Menu position="bottom-end" returnFocus={false} onClose={() => target.current?.focus()}>
        <Menu.Target>
          <ActionIcon
            ref={target}
            className={handle && styles.listHandle}
            data-tool="menu"
            aria-label={name ? t`Move or remove “${name}”` : t`Move or remove item ${position}`}
            {...handle}
          >
            <GripVertical size={15} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<ArrowUp size={15} aria-hidden />}
            disabled={isFirst}
            onClick={() => onMove(-1)}
          >{t`Move up`}</Menu.Item>
          <Menu.Item
            leftSection={<ArrowDown size={15} aria-hidden />}
            disabled={isLast}
            // Where the first entry is disabled the menu would take no focus by itself.
            data-autofocus={(isFirst && !isLast) || undefined}
            onClick={() => onMove(1)}
          >{t`Move down`}</Menu.Item>
          <Menu.Item
            leftSection={<Trash2 size={15} aria-hidden />}
            color="danger"
            data-autofocus={(isFirst && isLast) || undefined}
            onClick={onRemove}
          >{t`Remove`}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
