import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { SessionOut } from '../../api/generated/index.ts';
import { apiJson } from '../../api/json.ts';
import { deviceInWords } from '../../identity/device.ts';
import { SectionHeading } from '../headings.tsx';
import { MemberForm } from '../members/form.tsx';
import { useMemberFormats } from '../members/formats.ts';
import { useLoaded } from '../members/loaded.ts';

export function Sessions(): ReactNode {
  const { i18n, t } = useLingui();
  const formats = useMemberFormats();
  const sessions = useLoaded<SessionOut[]>('/auth/sessions');
  if (sessions.state !== 'ready') return null;
  const end = async (path: string) => {
    await apiJson('DELETE', path);
    await sessions.reload();
  };
  return (
    <section className="pw-member-section">
      <SectionHeading>{t`Where you are logged in`}</SectionHeading>
      <ul className="pw-member-rows">
        {sessions.data.map(({ id, device, isCurrent, lastUsedAt }) => (
          <li key={id}>
            <span>
              {deviceInWords(device, i18n)}
              <small>{isCurrent ? t`This device` : t`Last used ${formats.dateTime(lastUsedAt)}`}</small>
            </span>
            {/* The present one ends by logging out. */}
            {!isCurrent && (
              <MemberForm
                submit={t`Log out`}
                label={t`Log out ${deviceInWords(device, i18n)}`}
                isQuiet
                onSubmit={() => end(`/auth/sessions/${id}`)}
              />
            )}
          </li>
        ))}
      </ul>
      {sessions.data.length > 2 && (
        <MemberForm
          submit={t`Log out all other devices`}
          label={t`All other devices`}
          isQuiet
          onSubmit={() => end('/auth/sessions')}
        />
      )}
    </section>
  );
}
