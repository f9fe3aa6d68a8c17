import { Trans, useLingui } from '@lingui/react/macro';
import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSpeech } from '#words/react.tsx';

/**
 * Returns a component for a part that only a member who is logged in has, loaded in their browser alone: the
 * server draws its place, and neither other visitors nor the editor load its code. Where the code cannot be
 * loaded the component says so, and the parts around it stay: React's `lazy` would remove the whole plugin,
 * such as a checkout with an order that is to be paid.
 */
export function awake<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): (props: Props) => ReactNode {
  return function Awake(props: Props): ReactNode {
    const [Part, setPart] = useState<ComponentType<Props>>();
    const [hasFailed, setFailed] = useState(false);
    const start = () => {
      setFailed(false);
      load().then(
        ({ default: loaded }) => setPart(() => loaded),
        () => setFailed(true),
      );
    };
    const wake = useEffectEvent(start);
    useEffect(() => wake(), []);
    if (Part) return <Part {...props} />;
    if (hasFailed) {
      return (
        <Retriable onRetry={start}>
          <Trans>This part could not be loaded.</Trans>
        </Retriable>
      );
    }
    return <div className="pw-member-place" aria-busy="true" />;
  };
}

/** Says what went wrong and can be tried again. Once that has worked, the keyboard is where this was. */
export function Retriable({ onRetry, children }: { onRetry: () => void; children: ReactNode }): ReactNode {
  const { t } = useLingui();
  const { words } = useSpeech();
  const line = useRef<HTMLParagraphElement>(null);
  const hasTried = useRef(false);
  useEffect(() => {
    const around = line.current?.parentElement;
    return () => {
      // Nobody else has it: the button that had it is gone.
      if (!around || !hasTried.current || document.activeElement !== document.body) return;
      around.tabIndex = -1;
      around.focus({ preventScroll: true });
    };
  }, []);
  const tryAgain = () => {
    hasTried.current = true;
    onRetry();
  };
  return (
    <p ref={line} className="pw-form-problem" role="alert" {...words}>
      {children} <button type="button" className="pw-quiet" onClick={tryAgain}>{t`Try again`}</button>
    </p>
  );
}
