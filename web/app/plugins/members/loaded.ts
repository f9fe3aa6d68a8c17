/** What a part of a page reads from a service when it wakes. */
import { useLingui } from '@lingui/react/macro';
import { useCallback, useEffect, useRef, useState } from 'react';
import { apiJson } from '../../api/json.ts';
import { ProblemError } from '../../api/problem.ts';
import { translated } from './problem.ts';

export type Loaded<Data> =
  | { state: 'loading' }
  | { state: 'failed'; problem: ProblemError }
  | { state: 'ready'; data: Data };

/**
 * Reads at once, and again on `reload`. What is shown stays until the new is there; what is of another path does not stay
 * where its own could not be had. An answer that comes late, after another was asked for, is dropped.
 */
export function useLoaded<Data>(path: string): Loaded<Data> & { reload: () => Promise<void> } {
  const { i18n } = useLingui();
  const [loaded, setLoaded] = useState<Loaded<Data> & { of?: string }>({ state: 'loading' });
  const turn = useRef<object>(undefined);
  const reload = useCallback(async () => {
    const mine = {};
    turn.current = mine;
    try {
      const data = await apiJson<Data>('GET', path);
      if (mine === turn.current) setLoaded({ state: 'ready', data, of: path });
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      const problem = await translated(error, i18n);
      if (mine !== turn.current) return;
      const isShown = (before: Loaded<Data> & { of?: string }) =>
        before.state === 'ready' && before.of === path;
      setLoaded((before) => (isShown(before) ? before : { state: 'failed', problem, of: path }));
    }
  }, [path, i18n]);
  useEffect(() => void reload(), [reload]);
  return { ...loaded, reload };
}
