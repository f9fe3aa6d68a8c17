import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import { SectionHeading } from '../headings.tsx';

interface StepHeadingProps extends Omit<ComponentProps<'h2'>, 'ref'> {
  /** Whether the buyer has just come here, from what stood in this place or led to it: the keyboard goes on from here. */
  takesFocus: boolean;
}

/** The heading of a step of an order. */
export function StepHeading({ takesFocus, ...attributes }: StepHeadingProps): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  return <SectionHeading {...attributes} ref={heading} tabIndex={-1} />;
}
