/** Headings of a level that hangs on where they stand: what is within another section is one deeper. */
import { type ComponentProps, createContext, type ReactNode, useContext } from 'react';

const Level = createContext(2);

/** Headings within are of this level. */
export function HeadingsFrom({ level, children }: { level: number; children: ReactNode }): ReactNode {
  return <Level value={level}>{children}</Level>;
}

/** Headings within are one level deeper. */
export function Deeper({ children }: { children: ReactNode }): ReactNode {
  return <Level value={useContext(Level) + 1}>{children}</Level>;
}

export function SectionHeading(attributes: ComponentProps<'h2'>): ReactNode {
  const Name = `h${Math.min(useContext(Level), 6)}` as 'h2';
  return <Name {...attributes} />;
}
