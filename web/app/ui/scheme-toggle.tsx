import { ActionIcon, type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core';
import { Check, Moon, Sun, SunMoon } from 'lucide-react';

const CHOICES: { value: MantineColorScheme; label: string; icon: typeof Sun }[] = [
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
  { value: 'auto', label: 'As the system', icon: SunMoon },
];

/** Light, dark or as the system has it. */
export function SchemeToggle() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const chosen = CHOICES.find((choice) => choice.value === colorScheme);
  const Icon = chosen?.icon ?? SunMoon;
  return (
    <Menu position="bottom-end" width={176}>
      <Menu.Target>
        <ActionIcon aria-label={`Colours: ${chosen?.label}`}>
          <Icon size={17} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {CHOICES.map(({ value, label, icon: ChoiceIcon }) => (
          <Menu.Item
            key={value}
            role="menuitemradio"
            aria-checked={value === colorScheme}
            leftSection={<ChoiceIcon size={16} aria-hidden />}
            rightSection={value === colorScheme && <Check size={15} aria-hidden />}
            onClick={() => setColorScheme(value)}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
