import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';

interface SteadyHeightProps {
  /** The same for all pages of a list: with another one it begins anew. */
  of: string;
  /** Whether there are pages to turn. */
  isPaged: boolean;
  children: ReactNode;
}

/**
 * Holds the pages of a list as high as the highest of them so far, so that the buttons below, which turn them, stay where they
 * are aimed at: the last page is mostly shorter. Not where that is higher than the window: its rows would be out of view.
 */
export function SteadyHeight({ of, isPaged, children }: SteadyHeightProps) {
  const room = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const highest = useRef({ of, height: 0 });
  useLayoutEffect(() => {
    if (!room.current || !content.current) return;
    if (highest.current.of !== of) highest.current = { of, height: 0 };
    const height = Math.max(highest.current.height, content.current.offsetHeight);
    highest.current.height = height;
    room.current.style.minHeight = isPaged && height <= window.innerHeight ? `${height}px` : '';
  });
  useEffect(() => {
    // Rows are of another height in another width. Phones also resize the window when the bars of the browser go or come.
    let width = window.innerWidth;
    const clear = () => {
      if (window.innerWidth === width) return;
      width = window.innerWidth;
      highest.current.height = 0;
      if (room.current) room.current.style.minHeight = '';
    };
    window.addEventListener('resize', clear);
    return () => window.removeEventListener('resize', clear);
  }, []);
  return (
    <div ref={room}>
      <div ref={content}>{children}</div>
    </div>
  );
}
