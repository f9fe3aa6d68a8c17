/** Changes of one's own credentials ask again for the password when the login was a while ago. */
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { apiJson } from '../../api/json.ts';
import { ProblemError } from '../../api/problem.ts';
import { MemberForm, TextField } from './form.tsx';

type Work = () => Promise<unknown>;

interface Waiting {
  work: Work;
  /** With whether the work was done. */
  resolve: (isDone: boolean) => void;
  reject: (error: unknown) => void;
}

const needsConfirmation = (error: unknown) =>
  error instanceof ProblemError && error.code === 'confirmation_needed';

/**
 * `confirmed(work)` does the work. Where the service wants the session confirmed first, it asks for the password and
 * then does it; false when that was given up. `dialog` has to be drawn.
 */
export function useConfirming(): { confirmed: (work: Work) => Promise<boolean>; dialog: ReactNode } {
  const [waiting, setWaiting] = useState<Waiting>();
  const confirmed = useCallback(async (work: Work): Promise<boolean> => {
    try {
      await work();
      return true;
    } catch (error) {
      if (!needsConfirmation(error)) throw error;
    }
    return new Promise<boolean>((resolve, reject) => setWaiting({ work, resolve, reject })).finally(() =>
      setWaiting(undefined),
    );
  }, []);
  return { confirmed, dialog: waiting && <Confirmation waiting={waiting} /> };
}

function Confirmation({ waiting: { work, resolve, reject } }: { waiting: Waiting }): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const onSubmit = async ({ password = '' }: Record<string, string>) => {
    await apiJson('POST', '/auth/sessions/current/confirmation', { body: { password } });
    await work().then(() => resolve(true), reject);
  };
  return (
    <dialog
      ref={dialog}
      className="pw-member-dialog"
      aria-label="Confirm that it is you"
      onClose={() => resolve(false)}
    >
      <p>You logged in a while ago. To go on, please give your password again.</p>
      <MemberForm
        submit="Go on"
        onSubmit={onSubmit}
        more={
          <button type="button" className="pw-quiet" onClick={() => dialog.current?.close()}>
            Cancel
          </button>
        }
      >
        <TextField name="password" label="Password" type="password" autoComplete="current-password" />
      </MemberForm>
    </dialog>
  );
}
