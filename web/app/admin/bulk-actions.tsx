/** What a list's resource declares that can be done with several records: buttons, a menu where they are many. */
import { t } from '@lingui/core/macro';
import { Button, Menu } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import type { BulkAction } from './bulk-action.ts';
import type { ResourceBase } from './define-resource.ts';

/** More than these would push each other out of the bar. */
const AT_A_GLANCE = 2;

interface BulkActionsProps<Row> {
  actions: BulkAction<Row>[];
  rows: Row[];
  isLocked: ResourceBase<Row>['isLocked'];
  onRun: (action: BulkAction<Row>, rows: Row[], answer?: unknown) => Promise<unknown>;
}

export function BulkActions<Row>({ actions, rows, isLocked, onRun }: BulkActionsProps<Row>) {
  const [running, setRunning] = useState<BulkAction<Row>>();
  const [asking, setAsking] = useState<BulkAction<Row>>();
  const fitting = (action: BulkAction<Row>) => {
    const free = rows.filter((row) => !isLocked?.(row) && action.isFor?.(row) !== false);
    return action.among?.(free) ?? free;
  };
  const run = async (action: BulkAction<Row>, answer?: unknown) => {
    setAsking(undefined);
    setRunning(action);
    await onRun(action, fitting(action), answer).finally(() => setRunning(undefined));
  };
  const press = (action: BulkAction<Row>) => (action.Ask ? setAsking(action) : void run(action));
  const wordsOf = (action: BulkAction<Row>) => {
    const { length } = fitting(action);
    return length === rows.length || length === 0 ? action.label : t`${action.label} ${length} of them`;
  };
  const first = actions.find((action) => fitting(action).length > 0);
  return (
    <>
      {actions.length > AT_A_GLANCE ? (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button loading={running !== undefined} rightSection={<ChevronDown size={15} aria-hidden />}>
              {t`Change`}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {actions.map((action) => (
              <Menu.Item
                key={action.label}
                leftSection={<action.icon size={15} aria-hidden />}
                disabled={fitting(action).length === 0}
                // Left to itself the menu would focus its first item, which cannot be where it is disabled: the keyboard stays out.
                data-autofocus={action === first || undefined}
                onClick={() => press(action)}
              >
                {wordsOf(action)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      ) : (
        actions.map((action) => (
          <Button
            key={action.label}
            leftSection={<action.icon size={15} aria-hidden />}
            disabled={fitting(action).length === 0}
            loading={running === action}
            onClick={() => press(action)}
          >
            {wordsOf(action)}
          </Button>
        ))
      )}
      {asking?.Ask && (
        <asking.Ask
          rows={fitting(asking)}
          onAnswer={(answer) => void run(asking, answer)}
          onCancel={() => setAsking(undefined)}
        />
      )}
    </>
  );
}
