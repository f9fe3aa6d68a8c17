import { t } from '@lingui/core/macro';
import { ActionIcon, Tooltip } from '@mantine/core';
import { List, ListTree, type LucideIcon } from 'lucide-react';
import styles from './tree.module.css';

interface ViewSwitchProps {
  isTree: boolean;
  onChange: (isTree: boolean) => void;
}

/** Whether records are shown as a list or as the tree that they make. */
export function ViewSwitch({ isTree, onChange }: ViewSwitchProps) {
  const choices: [label: string, icon: LucideIcon, isOn: boolean][] = [
    [t`Show as a list`, List, false],
    [t`Show as a tree`, ListTree, true],
  ];
  return (
    <fieldset className={styles.switch}>
      <legend className="pw-visually-hidden">{t`View`}</legend>
      {choices.map(([label, Icon, isOn]) => (
        <Tooltip key={label} label={label}>
          <ActionIcon
            size={36}
            aria-label={label}
            aria-pressed={isTree === isOn}
            onClick={() => onChange(isOn)}
          >
            <Icon size={17} aria-hidden />
          </ActionIcon>
        </Tooltip>
      ))}
    </fieldset>
  );
}
