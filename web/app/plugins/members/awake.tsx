import { Trans, useLingui } from '@lingui/react/macro';
import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from 'react';
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

/** Says what went wrong and can be tried again. */
export function Retriable({ onRetry, children }: { onRetry: () => void; children: ReactNode }): ReactNode {
  const { t } = useLingui();
  const { words } = useSpeech();
  return (
    <p className="pw-form-problem" role="alert" {...words}>
      {children} <button type="button" className="pw-quiet" onClick={onRetry}>{t`Try again`}</button>
    </p>
  );
}
