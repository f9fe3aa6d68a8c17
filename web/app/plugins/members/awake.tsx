import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react';

/**
 * A part that only whoever is logged in has, loaded in their browser alone: the server draws its place, and neither
 * other visitors nor the editor load its code.
 */
export function awake<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): (props: Props) => ReactNode {
  const Part = lazy(load) as ComponentType<Props>;
  return function Awake(props: Props): ReactNode {
    const [isAwake, setAwake] = useState(false);
    useEffect(() => setAwake(true), []);
    const place = <div className="pw-member-place" aria-busy="true" />;
    if (!isAwake) return place;
    return (
      <Suspense fallback={place}>
        <Part {...props} />
      </Suspense>
    );
  };
}
