import type { ReactNode } from 'react';
import { rememberThisPage } from './destination.ts';

/** Instead of what only members have. */
export function LoggedOut({ loginPage, words }: { loginPage?: string; words: string }): ReactNode {
  return (
    <p>
      <a href={loginPage || '/cms-login'} onClick={rememberThisPage}>
        Log in
      </a>{' '}
      {words}
    </p>
  );
}
