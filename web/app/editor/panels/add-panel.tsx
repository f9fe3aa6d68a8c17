/** What can be put on the page. The search is there at once, and what it searches as soon as it is loaded. */
import { t } from '@lingui/core/macro';
import { TextInput } from '@mantine/core';
import { Search } from 'lucide-react';
import {
  type ComponentType,
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useChromeState } from '../context.tsx';
import styles from './add-panel.module.css';
import type { PaletteKeys, PaletteProps } from './palette.tsx';

export function AddPanel({ Palette }: { Palette: ComponentType<PaletteProps> }): ReactNode {
  const insertAt = useChromeState((state) => state.insertAt);
  const [query, setQuery] = useState('');
  const search = useRef<HTMLInputElement>(null);
  const palette = useRef<PaletteKeys>(null);
  /** Whether the first that is found is wanted, though nothing is loaded yet to find it in. */
  const isAwaited = useRef(false);
  const keys = useCallback((given: PaletteKeys | null) => {
    palette.current = given;
    if (!given || !isAwaited.current) return;
    isAwaited.current = false;
    given.addFirst();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for again at another place, it takes the keyboard again
  useEffect(() => {
    // A finger would only bring the keyboard up over what it wants to choose from.
    if (!window.matchMedia('(pointer: coarse)').matches) search.current?.focus();
  }, [insertAt]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && palette.current) palette.current.addFirst();
    else if (event.key === 'Enter') isAwaited.current = true;
    else if (event.key === 'ArrowDown') palette.current?.focusFirst();
    else return;
    event.preventDefault();
  };
  return (
    <div className={styles.panel}>
      <TextInput
        ref={search}
        type="search"
        aria-label={t`Search for something to add`}
        placeholder={t`Search`}
        leftSection={<Search size={15} aria-hidden />}
        value={query}
        onChange={(event) => {
          isAwaited.current = false;
          setQuery(event.currentTarget.value);
        }}
        onKeyDown={onKeyDown}
      />
      <Palette query={query} keys={keys} />
    </div>
  );
}
