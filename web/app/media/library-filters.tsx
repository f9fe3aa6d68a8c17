/** What the files are narrowed down to beside a search: their type, and what they lack. Both count together. */
import { t } from '@lingui/core/macro';
import { Button, CheckIcon, Menu } from '@mantine/core';
import { ChevronDown, SlidersHorizontal } from 'lucide-react';
import type { ReactNode } from 'react';
import { KIND_WORDS, KINDS, type Kind } from './kinds.ts';
import styles from './library.module.css';
import type { Place } from './place.ts';

interface LibraryFiltersProps {
  place: Place;
  /** The only type that can be picked: nobody has set it, and it stays when the filters are cleared. */
  only?: Kind;
  onPlace: (change: Partial<Place>) => void;
}

/** No group has a value that is empty. */
const ANY = 'any';

export function LibraryFilters({ place, only, onPlace }: LibraryFiltersProps): ReactNode {
  const { type, isAltMissing, isUnused } = place;
  const set = namesOf({ ...place, type: type === only ? undefined : type });
  const said = set.join(' · ');
  return (
    <Menu position="bottom-start" width={232} closeOnItemClick={false}>
      <Menu.Target>
        <Button
          size="md"
          className={styles.filters}
          aria-label={said ? t`Filters: ${said}` : undefined}
          data-set={set.length > 0 || undefined}
          leftSection={<SlidersHorizontal size={16} aria-hidden />}
          rightSection={<ChevronDown size={14} aria-hidden />}
        >
          <span className={styles.set}>{said || t`Filters`}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t`Type`}</Menu.Label>
        <Menu.RadioGroup
          value={type ?? ANY}
          onChange={(value) => onPlace(withType(KINDS.find((kind) => kind === value)))}
        >
          {[ANY, ...KINDS].map((kind) => (
            <Menu.RadioItem key={kind} value={kind} checkIcon={<CheckIcon size={11} aria-hidden />}>
              {kind === ANY ? t`All types` : KIND_WORDS[kind as Kind].many}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Label>{t`Only`}</Menu.Label>
        <Menu.CheckboxItem
          checked={isAltMissing ?? false}
          onChange={(isOn) => onPlace(withAltMissing(isOn, type))}
        >
          {t`Images without alt text`}
        </Menu.CheckboxItem>
        <Menu.CheckboxItem
          checked={isUnused ?? false}
          onChange={(isOn) => onPlace({ isUnused: isOn || undefined })}
        >
          {t`Used nowhere`}
        </Menu.CheckboxItem>
        {set.length > 0 && (
          <>
            <Menu.Divider />
            <Menu.Item
              closeMenuOnClick
              onClick={() => onPlace({ type: only, isAltMissing: undefined, isUnused: undefined })}
            >
              {t`Clear the filters`}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Nothing but an image has an alternative text: with another type there could be nothing to find. */
const withType = (type: Kind | undefined): Partial<Place> => ({
  type,
  ...(type && type !== 'image' && { isAltMissing: undefined }),
});

const withAltMissing = (isOn: boolean, type: Kind | undefined): Partial<Place> => ({
  isAltMissing: isOn || undefined,
  ...(isOn && type !== 'image' && { type: undefined }),
});

/** What is set, in short. */
function namesOf({ type, isAltMissing, isUnused }: Place): string[] {
  // Images are said once.
  const ofType = isAltMissing ? t`Images without alt text` : type && KIND_WORDS[type].many;
  return [ofType, isUnused && t`Used nowhere`].filter((name) => typeof name === 'string');
}
