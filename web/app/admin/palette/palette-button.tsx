/** Opens the command palette, as Ctrl+K does; its code is loaded then. */
import { t } from '@lingui/core/macro';
import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { isAnyPressed } from '../../shortcuts/pressed.ts';
import { Kbd } from '../../ui/kbd.tsx';
import { loadableDialog } from '../../ui/load-failure.tsx';
import { TypedAhead } from '../../ui/typed-ahead.tsx';
import type { Entry } from '../define-entry.ts';
import { ADMIN_KEYS } from '../shortcuts.ts';
import styles from './palette-button.module.css';
import { type RecordAtHand, rowWithKeyboard } from './record-at-hand.ts';

const KEYS = ADMIN_KEYS.palette.keys;
const load = async () => (await import('./admin-palette.tsx')).default;
const AdminPalette = loadableDialog(load, ({ opened, query, onQuery, onClose }) =>
  opened ? <TypedAhead typed={query} onType={onQuery} onClose={onClose} /> : null,
);
// What fails here is loaded again, and told, when it is wanted.
const prefetch = () => void load().catch(() => undefined);

interface PaletteButtonProps {
  open: Entry[];
  hasDashboard: boolean;
}

export function PaletteButton(props: PaletteButtonProps) {
  const [opened, setOpened] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const [query, setQuery] = useState('');
  const [row, setRow] = useState<RecordAtHand>();
  const show = () => {
    setRow(rowWithKeyboard());
    setWasOpened(true);
    setOpened(true);
  };
  const close = () => {
    setOpened(false);
    setQuery('');
  };
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // An editor of code or of text in the admin may have it for itself.
      if (event.defaultPrevented || !isAnyPressed(event, KEYS)) return;
      event.preventDefault();
      show();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  });
  return (
    <>
      <button
        type="button"
        className={styles.button}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={show}
        onPointerEnter={prefetch}
        onFocus={prefetch}
      >
        <Search size={16} aria-hidden />
        <span>{t`Search`}</span>
        <Kbd keys={KEYS[0]} />
      </button>
      {wasOpened && (
        <AdminPalette {...props} {...{ opened, row, query }} onQuery={setQuery} onClose={close} />
      )}
    </>
  );
}
