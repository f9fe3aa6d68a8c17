/** One field over everything that can be gone to or done: what is typed narrows it, Enter takes what is marked. */
import { t } from '@lingui/core/macro';
import { Button, Combobox, TextInput, useCombobox } from '@mantine/core';
import { type LucideIcon, Search } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Dialog } from '../ui/dialog.tsx';
import { TypedAhead } from '../ui/typed-ahead.tsx';
import { screenFormats } from '../words/screen-formats.ts';
import styles from './palette.module.css';

export interface PaletteChoice {
  id: string;
  label: string;
  /** A quieter text beside the label: an address. */
  detail?: string;
  icon: LucideIcon;
  run: () => void;
}

export interface PaletteGroup {
  title: string;
  choices: PaletteChoice[];
  /** Enter takes none of these before something is typed, or one of them is gone to: what they do is done at once. */
  isAside?: boolean;
}

interface PaletteProps {
  opened: boolean;
  onClose: () => void;
  /** What can be found here. */
  label: string;
  query: string;
  onQuery: (query: string) => void;
  groups: PaletteGroup[];
  /** More may come. */
  isSearching: boolean;
  /** What could not be searched, by what it is called. */
  failed?: string[];
  onRetry?: () => void;
}

export function Palette({ opened, onClose, ...rest }: PaletteProps): ReactNode {
  const { query, onQuery } = rest;
  const [hasKeyboard, setHasKeyboard] = useState(false);
  return (
    <>
      {/* The dialog gives its field the keyboard a moment after it is drawn. */}
      {opened && !hasKeyboard && <TypedAhead typed={query} onType={onQuery} onClose={onClose} />}
      <Dialog opened={opened} onClose={onClose} title={t`Search or run a command`} size={640} isBare>
        <Choosing onClose={onClose} onKeyboard={setHasKeyboard} {...rest} />
      </Dialog>
    </>
  );
}

function Choosing({
  onClose,
  onKeyboard,
  label,
  query,
  onQuery,
  groups,
  isSearching,
  failed = [],
  onRetry,
}: Omit<PaletteProps, 'opened'> & { onKeyboard: (hasKeyboard: boolean) => void }) {
  useEffect(() => () => onKeyboard(false), [onKeyboard]);
  // Escape closes a list before a dialog; here they are one.
  const store = useCombobox({ opened: true, onDropdownClose: onClose });
  const shown = groups.filter(({ choices }) => choices.length > 0);
  const main = shown.findIndex(({ isAside }) => !isAside);
  const asideFirst = shown.slice(0, Math.max(main, 0)).flatMap(({ choices }) => choices).length;
  const ids = shown.flatMap(({ choices }) => choices.map(({ id }) => id)).join(' ');
  // What is marked is the first, or the first that is not aside, whenever there are others: Enter takes what is seen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the store changes with each drawing
  useEffect(() => {
    store.selectOption(query.trim() ? 0 : asideFirst);
  }, [ids]);
  const submit = (id: string) => {
    const choice = shown.flatMap(({ choices }) => choices).find((each) => each.id === id);
    onClose();
    choice?.run();
  };
  return (
    <Combobox store={store} onOptionSubmit={submit}>
      <Combobox.EventsTarget>
        <TextInput
          size="lg"
          onFocus={() => onKeyboard(true)}
          classNames={{ root: styles.search, input: styles.input }}
          aria-label={label}
          placeholder={label}
          leftSection={<Search size={18} aria-hidden />}
          data-autofocus
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          value={query}
          onChange={(event) => onQuery(event.currentTarget.value)}
        />
      </Combobox.EventsTarget>
      <Combobox.Options className={styles.options} aria-label={t`What was found`}>
        {shown.map(({ title, choices }) => (
          <Combobox.Group key={title} label={title} classNames={{ groupLabel: styles.group }}>
            {choices.map(({ id, label, detail, icon: Icon }) => (
              <Combobox.Option key={id} value={id} className={styles.option}>
                <Icon size={17} aria-hidden />
                <span className={styles.label}>{label}</span>
                {detail && <span className={styles.detail}>{detail}</span>}
              </Combobox.Option>
            ))}
          </Combobox.Group>
        ))}
      </Combobox.Options>
      <p className={styles.nothing} role="status">
        {shown.length === 0 && (isSearching ? t`Searching…` : t`Nothing found for “${query}”`)}
      </p>
      <div role="alert">
        {failed.length > 0 && (
          <p className={styles.failed}>
            <span>{t`Could not search: ${screenFormats().list(failed)}`}</span>
            <Button size="sm" onClick={onRetry}>{t`Try again`}</Button>
          </p>
        )}
      </div>
    </Combobox>
  );
}
