/** `WhoSees` that asks which scopes there are, to say which of the names are none any more. */
import type { ReactNode } from 'react';
import { goneFrom } from './names.ts';
import { useScopes } from './use-scopes.ts';
import { WhoSees } from './who-sees.tsx';

export function CheckedWhoSees({ names }: { names: readonly string[] }): ReactNode {
  const scopes = useScopes();
  return <WhoSees names={names} hasCRM={scopes.hasCRM} gone={goneFrom(names, scopes)} />;
}
