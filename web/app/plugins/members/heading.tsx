import type { ReactNode } from 'react';
import { useSpeech } from '#words/react.tsx';

interface HeadingProps {
  /** The editor's; empty for none. */
  written: string | undefined;
  /** Ours, where the editor has none of their own. */
  standard: string;
}

/** The heading of a form for members. It stands in an element that is marked as our own words. */
export function Heading({ written, standard }: HeadingProps): ReactNode {
  const { content } = useSpeech();
  const heading = written ?? standard;
  return heading && <h2 {...(written ? content : {})}>{heading}</h2>;
}
