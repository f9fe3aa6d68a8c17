/** Changes of one's own credentials ask again who one is when the login was a while ago. */
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useSpeech } from '#words/react.tsx';
import { apiJson } from '../../api/json.ts';
import { ProblemError } from '../../api/problem.ts';
import { type Second, secondAfter } from '../../identity/second-factor.ts';
import { MemberForm, TextField } from './form.tsx';
import { SecondStep } from './second-step.tsx';

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
 * the second factor, and then does it; false when that was given up. `dialog` has to be drawn.
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

const confirm = (body: object) => apiJson('POST', '/auth/sessions/current/confirmation', { body });

function Confirmation({ waiting: { work, resolve, reject } }: { waiting: Waiting }): ReactNode {
  const { t } = useLingui();
  const speech = useSpeech();
  const dialog = useRef<HTMLDialogElement>(null);
  const [second, setSecond] = useState<Second>();
  const [isWorking, setWorking] = useState(false);
  /** Whichever comes first: closing the dialog does not stop work that has begun. */
  const course = useRef<'given up' | 'begun'>(undefined);
  useEffect(() => dialog.current?.showModal(), []);
  const goOn = async () => {
    if (course.current) return;
    course.current = 'begun';
    setWorking(true);
    await work().then(() => resolve(true), reject);
  };
  const giveUp = () => {
    course.current ??= 'given up';
    if (course.current === 'given up') resolve(false);
  };
  const onPassword = async ({ password = '' }: Record<string, string>) => {
    try {
      await confirm({ password });
    } catch (error) {
      const asked = secondAfter(error);
      if (!asked) throw error;
      setSecond(asked);
      return;
    }
    await goOn();
  };
  const cancel = (
    <button type="button" className="pw-quiet" disabled={isWorking} onClick={() => dialog.current?.close()}>
      {t`Cancel`}
    </button>
  );
  return (
    <dialog
      ref={dialog}
      className="pw-member pw-member-stack pw-member-dialog"
      {...speech.words}
      aria-label={t`Confirm that it is you`}
      // A browser may close it all the same when Escape is pressed twice.
      onCancel={(event) => isWorking && event.preventDefault()}
      onClose={giveUp}
    >
      {second ? (
        <SecondStep
          step={second}
          byCode={async (code) => {
            await confirm({ challenge: second.challenge, code });
            await goOn();
          }}
          byPasskey={async (answer) => {
            await confirm(answer);
            await goOn();
          }}
          more={cancel}
        />
      ) : (
        <>
          <p>{t`You logged in a while ago. Enter your password again to continue.`}</p>
          <MemberForm submit={t`Continue`} onSubmit={onPassword} more={cancel}>
            <TextField name="password" label={t`Password`} type="password" autoComplete="current-password" />
          </MemberForm>
        </>
      )}
    </dialog>
  );
}
