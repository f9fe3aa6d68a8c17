/**
 * Changes of one's own credentials want the session confirmed within the last 15 minutes. Where it was not,
 * it is asked for, and the call is repeated.
 */
import { create } from 'zustand';
import { ProblemError } from '../../api/problem.ts';
import { Confirmation } from './confirmation.tsx';

type Answer = (isConfirmed: boolean) => void;

const useAsked = create<{ answer: Answer | null }>(() => ({ answer: null }));

function ask(): Promise<boolean> {
  // One question at a time: a second call that comes meanwhile is given up.
  if (useAsked.getState().answer) return Promise.resolve(false);
  return new Promise((resolve) => {
    const answer: Answer = (isConfirmed) => {
      useAsked.setState({ answer: null });
      resolve(isConfirmed);
    };
    useAsked.setState({ answer });
  });
}

/** What `work` answers; null when somebody did not want to confirm it. ConfirmationHost has to be drawn. */
export async function confirmed<Answer>(work: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ProblemError) || error.code !== 'confirmation_needed') throw error;
  }
  return (await ask()) ? work() : null;
}

export function ConfirmationHost() {
  const answer = useAsked((state) => state.answer);
  return answer && <Confirmation answer={answer} />;
}
