import type { ReactNode } from 'react';
import { NoPermission } from '../ui/states.tsx';
import { useHasScope } from './use-session.ts';

interface ScopeGateProps {
  /** Any one of these is enough. */
  scopes: string[];
  children: ReactNode;
  /** Null hides without a word; left out, it says that permission is missing. */
  fallback?: ReactNode;
}

/** Offers its content to those who may use it. The services refuse everyone else all the same. */
export function ScopeGate({ scopes, children, fallback = <NoPermission /> }: ScopeGateProps) {
  return useHasScope(...scopes) ? children : fallback;
}
