import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import { SectionHeading } from '../headings.tsx';

interface ThanksHeadingProps extends Omit<ComponentProps<'h2'>, 'ref'> {
  /** Whether the order has just been placed, by what stood here or led here: the keyboard goes on from its thanks. */
  takesFocus: boolean;
}

export function ThanksHeading({ takesFocus, ...attributes }: ThanksHeadingProps): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  return <SectionHeading {...attributes} ref={heading} tabIndex={-1} />;
}
