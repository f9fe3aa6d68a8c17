import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useSpeech } from '#words/react.tsx';

interface FormProblemProps {
  said: string;
  faults: { href: string; text: string }[];
  isFocused: boolean;
  hasFiles?: boolean;
}

/** What is wrong, with links to where it is. */
export function FormProblem({ said, faults, isFocused, hasFiles = false }: FormProblemProps): ReactNode {
  const { t } = useLingui();
  const { words } = useSpeech();
  return (
    // biome-ignore lint/a11y/noAutofocus: a form that comes back begins where something is wrong with it
    <div className="pw-form-problem" role="alert" tabIndex={-1} autoFocus={isFocused} {...words}>
      <p>{said}</p>
      {hasFiles && (
        <noscript>
          <p>{t`Files have to be chosen again.`}</p>
        </noscript>
      )}
      {faults.length > 1 && (
        <ul>
          {faults.map(({ href, text }) => (
            <li key={href}>
              <a href={href}>{text}</a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
