import { type ReactNode, useId } from 'react';
import { useSpeech } from '#words/react.tsx';

interface NavName {
  /** Attributes of the navigation. */
  nav: { 'aria-labelledby'?: string; 'aria-label'?: string; lang?: string };
  heading: ReactNode;
  /** Attributes of what is in it: a name that nobody sees is an attribute of the navigation, whose language all of it has. */
  inside: { lang?: string };
}

/** How a navigation is called: as its editor wrote, or else in our words; above it, or for screen readers alone. */
export function useNavName(written: string | undefined, standard: string, isShown = false): NavName {
  const id = useId();
  const { words, content } = useSpeech();
  const name = written || standard;
  if (isShown) {
    const heading = (
      <h2 id={id} {...(written ? {} : words)}>
        {name}
      </h2>
    );
    return { nav: { 'aria-labelledby': id }, heading, inside: {} };
  }
  if (written) return { nav: { 'aria-label': name }, heading: null, inside: {} };
  return { nav: { 'aria-label': name, lang: words.lang }, heading: null, inside: { lang: content.lang } };
}
