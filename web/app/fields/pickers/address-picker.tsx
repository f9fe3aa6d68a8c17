/** Where a link leads: an address, an email address, a phone number, a page of this site, found by its title, or a file. */
import { t } from '@lingui/core/macro';
import { ActionIcon, Combobox, TextInput, useCombobox } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Paperclip } from 'lucide-react';
import type { ReactNode } from 'react';
import type { PageRecord } from '../../api/pages.ts';
import { pickFile } from '../../media/picker/pick-files.ts';
import { completeAddress } from '../../page/field-rules.ts';
import { FoundCount, foundBy } from '../../ui/found-count.tsx';
import { useLatest } from '../../ui/use-latest.ts';
import pages from '../sources/pages.ts';
import { Choices } from './choices.tsx';
import { choicesOf } from './tree.ts';
import { useRoom } from './use-room.ts';

interface AddressPickerProps {
  label: string;
  hint?: string;
  placeholder?: string;
  error?: ReactNode;
  isReadOnly?: boolean;
  /** Pages of this site are not meant. */
  isWeb?: boolean;
  value: string;
  /** `isDone`: a page was chosen, and nothing more is to come. */
  onChange: (address: string, isDone?: boolean) => void;
}

export function AddressPicker({
  value,
  onChange,
  isReadOnly,
  isWeb,
  hint,
  ...shared
}: AddressPickerProps): ReactNode {
  const { field, makeRoom, middlewares } = useRoom();
  const combobox = useCombobox({
    onDropdownOpen: makeRoom,
    onDropdownClose: () => combobox.resetSelectedOption(),
  });
  const isElsewhere = isWeb || /^[a-z][a-z0-9+.-]*:|^#/i.test(value);
  const query = useQuery({
    ...pages.search(value.trim()),
    enabled: combobox.dropdownOpened && !isElsewhere,
    placeholderData: keepPreviousData,
  });
  const found: PageRecord[] = isElsewhere ? [] : (query.data?.results ?? []);
  // Editors rarely link to an error page; an editor who does types its address.
  const offered = found.filter(({ url }) => value !== '' || !url.startsWith('/error/'));
  const latest = useLatest(onChange);
  const pick = async () => {
    const file = await pickFile();
    if (file) latest.current(file.path.uri, true);
  };
  return (
    <>
      <Combobox
        store={combobox}
        middlewares={middlewares}
        onOptionSubmit={(id) => {
          const page = offered.find((one) => one.id === id);
          if (page) onChange(page.url, true);
          combobox.closeDropdown();
        }}
      >
        <Combobox.Target autoComplete="off" withExpandedAttribute>
          <TextInput
            {...shared}
            ref={field}
            description={hint}
            size="md"
            inputMode="url"
            readOnly={isReadOnly}
            rightSection={
              !isReadOnly &&
              !isWeb && (
                <ActionIcon size={28} aria-label={t`Choose a file`} onClick={() => void pick()}>
                  <Paperclip size={15} aria-hidden />
                </ActionIcon>
              )
            }
            value={value}
            onClick={() => !isReadOnly && combobox.openDropdown()}
            onBlur={() => {
              combobox.closeDropdown();
              const complete = completeAddress(value);
              if (complete !== value) onChange(complete);
            }}
            onChange={(event) => {
              onChange(event.currentTarget.value);
              combobox.openDropdown();
            }}
          />
        </Combobox.Target>
        <Choices source={pages} choices={choicesOf(pages, offered, value)} label={t`Pages of this site`} />
      </Combobox>
      {/* Somebody who types the address of another site is not told at each letter that no page has it. */}
      <FoundCount
        asked={value.trim()}
        found={
          combobox.dropdownOpened && offered.length > 0
            ? foundBy(query, () => ({ start: 0, size: offered.length, total: offered.length }))
            : undefined
        }
      />
    </>
  );
}
