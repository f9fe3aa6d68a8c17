import { type ReactNode, useState } from 'react';
import type { AccountOut } from '../../api/generated/index.ts';
import { awake } from '../members/awake.tsx';
import { useLoaded } from '../members/loaded.ts';
import { Address } from './address.tsx';
import { Leaving } from './leaving.tsx';
import { Name } from './name.tsx';
import { OtherAccess } from './other-access.tsx';
import { Passkeys } from './passkeys.tsx';
import { Password } from './password.tsx';
import { Sessions } from './sessions.tsx';

// A site without a shop loads none of it.
const Orders = awake(() => import('./orders.tsx'));

interface ManagementProps {
  canDelete: boolean;
  hasShop: boolean;
  basketPage: string | undefined;
}

/** What a member may change about their account, and what they have ordered. */
export default function Management({ canDelete, hasShop, basketPage }: ManagementProps): ReactNode {
  const account = useLoaded<AccountOut>('/auth/account');
  /** How often all sessions but this one were ended here: the list is then another. */
  const [endings, setEndings] = useState(0);
  if (account.state === 'failed') return <p role="alert">{account.problem.message}</p>;
  if (account.state === 'loading') return <div className="pw-member-place" aria-busy="true" />;
  return (
    <>
      {hasShop && <Orders basketPage={basketPage} />}
      <Name person={account.data.user.person} />
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
