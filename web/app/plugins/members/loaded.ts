/** What a part of a page reads from a service when it wakes. */
import { useLingui } from '@lingui/react/macro';
import { useCallback, useEffect, useState } from 'react';
import { apiJson } from '../../api/json.ts';
import { ProblemError } from '../../api/problem.ts';
import { translated } from './problem.ts';

export type Loaded<Data> =
  | { state: 'loading' }
  | { state: 'failed'; problem: ProblemError }
  | { state: 'ready'; data: Data };

/** Reads at once, and again on `reload`; what is shown stays until the new is there. */
export function useLoaded<Data>(path: string): Loaded<Data> & { reload: () => Promise<void> } {
  const { i18n } = useLingui();
  const [loaded, setLoaded] = useState<Loaded<Data>>({ state: 'loading' });
  const reload = useCallback(async () => {
    try {
      setLoaded({ state: 'ready', data: await apiJson<Data>('GET', path) });
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      const problem = await translated(error, i18n);
      setLoaded((before) => (before.state === 'ready' ? before : { state: 'failed', problem }));
    }
  }, [path, i18n]);
  useEffect(() => void reload(), [reload]);
  return { ...loaded, reload };
}
