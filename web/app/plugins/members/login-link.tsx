import type { ReactNode } from 'react';
import { rememberThisPage } from './destination.ts';

/** Leads to the login, and from there back to this page. */
export function LoginLink({ page, children }: { page?: string; children?: ReactNode }): ReactNode {
  return (
    <a href={page || '/cms-login'} onClick={rememberThisPage}>
      {children}
    </a>
  );
}
