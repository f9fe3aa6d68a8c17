/** A menu of names that can be put where the caret is. */
import { Button, Menu } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import styles from './source-field.module.css';

interface InsertMenuProps {
  label: string;
  items: readonly { name: string; description: string }[];
  /** Called when the menu has given the keyboard back to its button. */
  onInsert: (name: string) => void;
}

export function InsertMenu({ label, items, onInsert }: InsertMenuProps): ReactNode {
  const chosen = useRef<string>(undefined);
  return (
    <Menu
      position="bottom-start"
      onExitTransitionEnd={() => {
        if (chosen.current) onInsert(chosen.current);
        chosen.current = undefined;
      }}
    >
      <Menu.Target>
        <Button rightSection={<ChevronDown size={15} aria-hidden />}>{label}</Button>
      </Menu.Target>
      <Menu.Dropdown className={styles.names}>
        {items.map(({ name, description }) => (
          <Menu.Item
            key={name}
            onClick={() => {
              chosen.current = name;
            }}
          >
            <code>{name}</code> <span>{description}</span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
