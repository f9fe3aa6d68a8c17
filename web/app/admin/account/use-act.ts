import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { accountKey } from '../../api/identity.ts';
import { ProblemError } from '../../api/problem.ts';
import { PasskeyRefused } from '../../identity/passkeys.ts';
import { toast } from '../../ui/toast.ts';
import { confirmed } from './confirming.tsx';

export function useRefreshAccount(): () => Promise<void> {
  const queryClient = useQueryClient();
  return useCallback(() => queryClient.invalidateQueries({ queryKey: accountKey }), [queryClient]);
}

const KEPT = t`Your permissions ask for a second factor, and this is the last one. Add another one first.`;

function report(error: unknown): void {
  if (error instanceof PasskeyRefused) toast.error(error.message);
  else if (error instanceof ProblemError && error.code === 'second_factor_needed') toast.error(KEPT);
  else toast.error(error);
}

/**
 * `act(work, said)` does something to the account, asks for confirmation where the service wants it, says
 * that it was done (or why not) and reads the account again. Answers what `work` answered, null where
 * nothing came of it.
 */
export function useAct() {
  const refresh = useRefreshAccount();
  return useCallback(
    async <Answer>(work: () => Promise<Answer>, said?: string): Promise<Answer | null> => {
      try {
        const answer = await confirmed(work);
        if (answer !== null && said) toast.success(said);
        return answer;
      } catch (error) {
        report(error);
        return null;
      } finally {
        await refresh();
      }
    },
    [refresh],
  );
}
