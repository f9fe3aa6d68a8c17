import type { ReactNode } from 'react';
import { rememberThisPage } from './destination.ts';

interface LoginLinkProps {
  page?: string;
  /** The fragment that this page gets when one comes back. */
  hash?: string;
  children?: ReactNode;
}

/** Leads to the login, and from there back to this page. */
export function LoginLink({ page, hash = '', children }: LoginLinkProps): ReactNode {
  return (
    <a href={page || '/cms-login'} onClick={() => rememberThisPage(hash)}>
      {children}
    </a>
  );
}
