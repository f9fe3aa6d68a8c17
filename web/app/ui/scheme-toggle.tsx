import { t } from '@lingui/core/macro';
import { ActionIcon, type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core';
import { Check, Moon, Sun, SunMoon } from 'lucide-react';

const CHOICES: { value: MantineColorScheme; label: string; icon: typeof Sun }[] = [
  { value: 'light', label: t`Light`, icon: Sun },
  { value: 'dark', label: t`Dark`, icon: Moon },
  { value: 'auto', label: t`System`, icon: SunMoon },
];

/** Light, dark or as the system has it. */
export function SchemeToggle() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const chosen = CHOICES.find((choice) => choice.value === colorScheme);
  const Icon = chosen?.icon ?? SunMoon;
  return (
    <Menu position="bottom-end" width={176}>
      <Menu.Target>
        <ActionIcon aria-label={t`Colours: ${chosen?.label ?? ''}`}>
          <Icon size={17} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup
          value={colorScheme}
          onChange={(value) => setColorScheme(value as MantineColorScheme)}
        >
          {CHOICES.map(({ value, label, icon: ChoiceIcon }) => (
            <Menu.RadioItem
              key={value}
              value={value}
              closeMenuOnClick
              checkIcon={<Check size={15} aria-hidden />}
              rightSection={<ChoiceIcon size={16} aria-hidden />}
            >
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
