/** A button that says who, and opens the scopes to choose from. */
import { t } from '@lingui/core/macro';
import { Menu } from '@mantine/core';
import { Check, ChevronDown, Globe, Lock, TriangleAlert } from 'lucide-react';
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { hasScope } from '../session/claims.ts';
import { readClaims } from '../session/session-store.ts';
import { asLabel, goneFrom, LOGGED_IN, labelOf, type Offer, offersOf, toggled, whyGone } from './names.ts';
import styles from './scope-picker.module.css';
import { type Scopes, useScopes } from './use-scopes.ts';

interface ScopePickerProps {
  label: string;
  /** The parent component draws the label. */
  isLabelHidden?: boolean;
  /** Below the label. */
  hint?: ReactNode;
  value: readonly string[];
  onChange: (value: string[]) => void;
  /** What an empty list is called. */
  empty: { label: string; description: string };
}

/** More than this are searched. */
const AT_A_GLANCE = 8;

export function ScopePicker(props: ScopePickerProps): ReactNode {
  const { label, isLabelHidden, hint, value, empty } = props;
  const id = useId();
  const scopes = useScopes();
  const words = asLabel(value, scopes.hasCRM);
  const gone = whyGone(goneFrom(value, scopes));
  const Icon = words ? Lock : Globe;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what closes the menu in it must not close what is around
    <div
      className={styles.picker}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && isInMenu(event.target)) event.stopPropagation();
      }}
    >
      <span id={`${id}-label`} className={isLabelHidden ? 'pw-visually-hidden' : styles.label}>
        {label}
      </span>
      {hint && (
        <span id={`${id}-hint`} className={styles.hint}>
          {hint}
        </span>
      )}
      <Menu position="bottom-start" width="target" closeOnItemClick={false}>
        <Menu.Target>
          <button
            type="button"
            className={styles.button}
            aria-labelledby={`${id}-label ${id}-value`}
            aria-describedby={
              [hint && `${id}-hint`, gone && `${id}-gone`].filter(Boolean).join(' ') || undefined
            }
          >
            <Icon size={15} aria-hidden />
            <span id={`${id}-value`} className={styles.value}>
              {words || empty.label}
            </span>
            <ChevronDown size={15} aria-hidden />
          </button>
        </Menu.Target>
        <Menu.Dropdown className={styles.dropdown} aria-label={label}>
          <Choices {...props} scopes={scopes} />
        </Menu.Dropdown>
      </Menu>
      {gone && (
        <span id={`${id}-gone`} className={styles.gone}>
          <TriangleAlert size={14} aria-hidden />
          {gone}
        </span>
      )}
    </div>
  );
}

const GONE = t`This scope no longer exists, so nobody has it.`;

function Choices({
  label,
  value,
  onChange,
  empty,
  scopes,
}: ScopePickerProps & { scopes: Scopes }): ReactNode {
  const [sought, setSought] = useState('');
  const offers = offersOf(value, scopes.known, scopes);
  const found = offers.filter((offer) => isFound(offer, sought));
  const hasNone = sought ? found.length === 0 : found.every(({ name }) => name === LOGGED_IN);
  const isSearched = offers.length > AT_A_GLANCE;
  const choices = useDialogAround(isSearched);
  return (
    <>
      {isSearched && (
        <Menu.Search
          aria-label={t`Find a scope`}
          placeholder={t`Find a scope`}
          value={sought}
          onChange={(event) => setSought(event.currentTarget.value)}
        />
      )}
      <div ref={choices} {...(isSearched && found.length > 0 && { role: 'menu', 'aria-label': label })}>
        {!sought && (
          <Choice
            name={empty.label}
            description={empty.description}
            isChosen={value.length === 0}
            onChange={() => onChange([])}
          />
        )}
        {!sought && <Menu.Divider />}
        {found.map((offer) => (
          <Choice
            key={offer.name}
            {...offer}
            description={offer.isGone ? GONE : offer.description}
            onChange={(isOn) => onChange(toggled(value, offer.name, isOn))}
          />
        ))}
      </div>
      {hasNone && <p className={styles.nothing}>{whyNothing(sought, scopes)}</p>}
    </>
  );
}

/** A menu holds its items and nothing else: with a field in it, what opens is a dialog with the menu in it. */
function useDialogAround(isDialog: boolean) {
  const choices = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const dropdown = choices.current?.closest(DROPDOWN);
    // By hand: Mantine lets nobody say what its dropdown is.
    dropdown?.setAttribute('role', isDialog ? 'dialog' : 'menu');
    if (isDialog) dropdown?.removeAttribute('aria-orientation');
    else dropdown?.setAttribute('aria-orientation', 'vertical');
  }, [isDialog]);
  return choices;
}

const DROPDOWN = '[data-menu-dropdown]';

/** The menu is drawn elsewhere in the document; React has its events come by here all the same. */
function isInMenu(target: EventTarget): boolean {
  return (target as Element).closest(DROPDOWN) !== null;
}

function whyNothing(sought: string, { hasFailed, isComplete }: Scopes): string {
  if (sought) return t`No scope has this in its name.`;
  if (hasFailed) return t`The scopes could not be loaded. Close this and try again.`;
  if (!isComplete) return t`Reading the scopes …`;
  return hasScope(readClaims(), ['admin'])
    ? t`No scopes of your own yet. Create them in the administration, under Scopes.`
    : t`No scopes of your own yet. Ask an administrator for one.`;
}

function isFound({ name, description }: Offer, sought: string): boolean {
  const words = sought.trim().toLocaleLowerCase();
  return `${labelOf(name)} ${description}`.toLocaleLowerCase().includes(words);
}

interface ChoiceProps {
  name: string;
  description: string;
  isChosen: boolean;
  isGone?: boolean;
  onChange: (isOn: boolean) => void;
}

function Choice({ name, description, isChosen, isGone, onChange }: ChoiceProps): ReactNode {
  return (
    <Menu.CheckboxItem
      className={styles.choice}
      checked={isChosen}
      onChange={onChange}
      checkIcon={<Check size={15} aria-hidden />}
      data-gone={isGone || undefined}
    >
      <span className={styles.name}>{labelOf(name)}</span>
      {description && <span className={styles.description}>{description}</span>}
    </Menu.CheckboxItem>
  );
}
