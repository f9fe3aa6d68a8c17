import { type ReactNode, useEffect, useRef, useState } from 'react';
import { MemberForm } from './form.tsx';

interface TwoStepsProps {
  /** What is done, on both buttons. */
  label: string;
  /** What it means, before the second press. */
  children: ReactNode;
  /** On the way out of it. */
  leave: string;
  /** Does it, and says whether the first button is to come back. Throws ProblemError. */
  onSure: () => Promise<boolean>;
}

/** What nothing brings back takes two presses. The keyboard goes along with what takes the button's place, and back. */
export function TwoSteps({ label, children, leave, onSure }: TwoStepsProps): ReactNode {
  const [isAsking, setAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const question = useRef<HTMLDivElement>(null);
  // Not when the page appears: then nobody has pressed anything.
  const wasPressed = useRef(false);
  useEffect(() => {
    if (wasPressed.current) (isAsking ? question : button).current?.focus();
  }, [isAsking]);
  if (!isAsking)
    return (
      <button
        type="button"
        ref={button}
        data-danger
        onClick={() => {
          wasPressed.current = true;
          setAsking(true);
        }}
      >
        {label} …
      </button>
    );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is of one form, and this is around it
    <div className="pw-member-stack" ref={question} role="group" aria-label={`${label}?`} tabIndex={-1}>
      {children}
      <MemberForm
        submit={label}
        label={label}
        isDangerous
        onSubmit={async () => {
          if (await onSure()) setAsking(false);
        }}
        more={
          <button type="button" className="pw-quiet" onClick={() => setAsking(false)}>
            {leave}
          </button>
        }
      />
    </div>
  );
}
