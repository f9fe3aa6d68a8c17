/** One record or several, chosen from a source: type to search, arrows to go, Enter to choose. */
import { t } from '@lingui/core/macro';
import { CloseButton, Combobox, Input, TextInput, useCombobox } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { FoundCount, foundBy } from '../../ui/found-count.tsx';
import { inSentence } from '../../words/in-sentence.ts';
import type { AnySource } from '../define-source.ts';
import { Choices } from './choices.tsx';
import { ChosenList, useLabel } from './chosen-list.tsx';
import styles from './pickers.module.css';
import { choicesOf } from './tree.ts';
import { useRoom } from './use-room.ts';

interface RecordPickerProps {
  source: AnySource;
  label: string;
  hint?: string;
  error?: ReactNode;
  isReadOnly?: boolean;
  isMany?: boolean;
  /** Several stand in an order that can be changed. */
  isOrdered?: boolean;
  maxItems?: number;
  /** One that was chosen can be exchanged, but not taken away. */
  isRequired?: boolean;
  /** An id, or several of them. */
  value?: unknown;
  /** `isDone`: chosen, and nothing more is to come. */
  onChange: (value: unknown, isDone?: boolean) => void;
}

export function RecordPicker(props: RecordPickerProps): ReactNode {
  const { source, label, hint, error, isReadOnly, isMany, isOrdered, maxItems, isRequired, value, onChange } =
    props;
  const ids = idsIn(value);
  const isFull = isMany ? maxItems !== undefined && ids.length >= maxItems : false;
  const set = (next: string[]) => onChange(isMany ? next : next[0], true);
  const toggle = (id: string) => {
    if (ids.includes(id)) set(ids.filter((one) => one !== id));
    else set(isMany ? [...ids, id] : [id]);
  };
  return (
    <div className={styles.picker}>
      <Search
        {...{ source, label, hint, error, ids, isRequired, onToggle: toggle }}
        isReadOnly={isReadOnly || isFull}
        chosen={isMany ? undefined : ids[0]}
        onClear={() => set([])}
      />
      {isMany && ids.length > 0 && (
        <ChosenList
          label={t`${label}: chosen`}
          {...{ source, ids, isOrdered, isReadOnly }}
          onChange={set}
          onRemove={toggle}
        />
      )}
      {isFull && <Input.Description>{t`There can be ${maxItems ?? 0} at most.`}</Input.Description>}
    </div>
  );
}

interface SearchProps
  extends Omit<RecordPickerProps, 'value' | 'onChange' | 'isMany' | 'isOrdered' | 'maxItems'> {
  ids: string[];
  /** Shown in the field while nothing is typed. */
  chosen: string | undefined;
  onToggle: (id: string) => void;
  onClear: () => void;
}

function Search(props: SearchProps) {
  const { source, label, hint, error, isReadOnly, isRequired, ids, chosen, onToggle, onClear } = props;
  const [words, setWords] = useState<string>();
  const { field, makeRoom, middlewares } = useRoom();
  const combobox = useCombobox({
    onDropdownOpen: makeRoom,
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      setWords(undefined);
    },
  });
  const shown = useLabel(source, chosen);
  const isTree = source.parentOf !== undefined;
  const query = useQuery({
    ...source.search(isTree ? '' : (words ?? '').trim()),
    enabled: combobox.dropdownOpened,
    placeholderData: keepPreviousData,
  });
  const choices = choicesOf(source, query.data?.results ?? [], words ?? '');
  return (
    <>
      <Combobox
        store={combobox}
        middlewares={middlewares}
        onOptionSubmit={(id) => {
          onToggle(id);
          combobox.closeDropdown();
        }}
      >
        <Combobox.Target withExpandedAttribute>
          <TextInput
            ref={field}
            label={label}
            description={hint}
            error={error}
            size="md"
            readOnly={isReadOnly}
            // While it is searched, what is chosen stands back for what is typed.
            placeholder={shown || t`Find ${inSentence(source.many)}`}
            value={combobox.dropdownOpened ? (words ?? '') : shown}
            onClick={() => !isReadOnly && combobox.openDropdown()}
            onBlur={() => combobox.closeDropdown()}
            onChange={(event) => {
              setWords(event.currentTarget.value);
              combobox.openDropdown();
              combobox.updateSelectedOptionIndex();
            }}
            rightSection={
              chosen &&
              !isReadOnly &&
              !isRequired && <CloseButton size={24} aria-label={t`${label}: choose none`} onClick={onClear} />
            }
          />
        </Combobox.Target>
        <Choices
          source={source}
          choices={choices}
          chosen={ids}
          label={source.many}
          nothing={whyNothing(query, words)}
        />
      </Combobox>
      <FoundCount
        asked={(words ?? '').trim()}
        found={
          combobox.dropdownOpened
            ? foundBy(query, ({ total }) => ({
                start: 0,
                size: choices.length,
                total: isTree ? choices.length : (total ?? choices.length),
              }))
            : undefined
        }
      />
    </>
  );
}

function whyNothing(
  { isError, data }: { isError: boolean; data: unknown },
  words: string | undefined,
): string | undefined {
  if (isError) return t`These could not be loaded. Close this and try again.`;
  if (!data) return undefined;
  return words ? t`Nothing found for “${words}”` : t`There is nothing to choose from yet.`;
}

function idsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.filter((id) => typeof id === 'string');
  return typeof value === 'string' && value !== '' ? [value] : [];
}
