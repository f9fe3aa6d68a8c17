import { type ReactNode, useState } from 'react';
import { apiJson } from '../../api/json.ts';
import { CLAIMS_KEY } from '../../session/claims.ts';
import { useConfirming } from '../members/confirming.tsx';
import { MemberForm } from '../members/form.tsx';

/** The one thing here that nothing brings back: it takes two steps. */
export function Leaving(): ReactNode {
  const [isSure, setSure] = useState(false);
  const { confirmed, dialog } = useConfirming();
  const leave = async () => {
    if (!(await confirmed(() => apiJson('DELETE', '/auth/account')))) return;
    localStorage.removeItem(CLAIMS_KEY);
    location.assign('/');
  };
  return (
    <section className="pw-member-section">
      <h3>Delete my account</h3>
      {isSure ? (
        <>
          <p>Your account and your profile data will be deleted at once, and cannot be brought back.</p>
          <MemberForm
            submit="Delete my account"
            label="Delete my account"
            isDangerous
            onSubmit={leave}
            more={
              <button type="button" className="pw-quiet" onClick={() => setSure(false)}>
                Keep it
              </button>
            }
          />
        </>
      ) : (
        <button type="button" data-danger onClick={() => setSure(true)}>
          Delete my account …
        </button>
      )}
      {dialog}
    </section>
  );
}
