import { type ReactNode, useEffect, useState } from 'react';

interface ReservedHeightProps {
  /** Whether all of it is there. What is once full stays so. */
  isFull: boolean;
  children: ReactNode;
}

/**
 * Keeps a screen's height for what only the browser can fill. What stands below waits unseen, and is shown where it stays,
 * in a frame after the one in which the height was released: nobody sees it move, however little there was to show.
 */
export function ReservedHeight({ isFull, children }: ReservedHeightProps): ReactNode {
  const [isFilled, setFilled] = useState(false);
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (isFull) setFilled(true);
  }, [isFull]);
  useEffect(() => {
    if (!isFilled) return;
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => setShown(true));
    });
    return () => cancelAnimationFrame(frame);
  }, [isFilled]);
  return (
    <div className="pw-room" data-filling={!isFilled || undefined} data-hides={!isShown || undefined}>
      {children}
    </div>
  );
}
