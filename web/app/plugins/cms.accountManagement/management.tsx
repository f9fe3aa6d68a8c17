import { type ReactNode, useState } from 'react';
import type { AccountOut } from '../../api/generated/index.ts';
import { useLoaded } from '../members/loaded.ts';
import { Address } from './address.tsx';
import { Leaving } from './leaving.tsx';
import { Name } from './name.tsx';
import { OtherAccess } from './other-access.tsx';
import { Passkeys } from './passkeys.tsx';
import { Password } from './password.tsx';
import { Sessions } from './sessions.tsx';

/** What a member may change about their account. */
export default function Management({ canDelete }: { canDelete: boolean }): ReactNode {
  const account = useLoaded<AccountOut>('/auth/account');
  /** How often all sessions but this one were ended here: the list is then another. */
  const [endings, setEndings] = useState(0);
  if (account.state === 'failed') return <p role="alert">{account.problem.message}</p>;
  if (account.state === 'loading') return <div className="pw-member-place" aria-busy="true" />;
  return (
    <>
      <Name person={account.data.user.person} onChanged={account.reload} />
      <Address account={account.data} onChanged={account.reload} />
      <Password />
      <Passkeys account={account.data} onChanged={account.reload} />
      <Sessions key={endings} />
      <OtherAccess
        onEnded={async () => {
          setEndings((before) => before + 1);
          await account.reload();
        }}
      />
      {canDelete && <Leaving />}
    </>
  );
}
