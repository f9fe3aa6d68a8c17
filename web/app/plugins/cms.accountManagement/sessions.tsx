import type { ReactNode } from 'react';
import type { SessionOut } from '../../api/generated/index.ts';
import { apiJson } from '../../api/json.ts';
import { deviceInWords } from '../../identity/device.ts';
import { MemberForm } from '../members/form.tsx';
import { useLoaded } from '../members/loaded.ts';

const moment = new Intl.DateTimeFormat('en-gb', { dateStyle: 'medium', timeStyle: 'short' });

export function Sessions(): ReactNode {
  const sessions = useLoaded<SessionOut[]>('/auth/sessions');
  if (sessions.state !== 'ready') return null;
  const end = async (path: string) => {
    await apiJson('DELETE', path);
    await sessions.reload();
  };
  return (
    <section className="pw-member-section">
      <h3>Where you are logged in</h3>
      <ul className="pw-member-rows">
        {sessions.data.map(({ id, device, isCurrent, lastUsedAt }) => (
          <li key={id}>
            <span>
              {deviceInWords(device)}
              <small>{isCurrent ? 'This device' : `Last used ${moment.format(new Date(lastUsedAt))}`}</small>
            </span>
            {/* The present one ends by logging out. */}
            {!isCurrent && (
              <MemberForm
                submit="Log out"
                label={`Log out ${deviceInWords(device)}`}
                isQuiet
                onSubmit={() => end(`/auth/sessions/${id}`)}
              />
            )}
          </li>
        ))}
      </ul>
      {sessions.data.length > 2 && (
        <MemberForm
          submit="Log out all other devices"
          label="All other devices"
          isQuiet
          onSubmit={() => end('/auth/sessions')}
        />
      )}
    </section>
  );
}
