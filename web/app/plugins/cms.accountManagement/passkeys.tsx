import type { MessageDescriptor } from '@lingui/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import type { AccountOut, AddedPasskey } from '../../api/generated/index.ts';
import { apiJson } from '../../api/json.ts';
import { deviceInWords } from '../../identity/device.ts';
import { makePasskey, PasskeyRefused } from '../../identity/passkeys.ts';
import { SectionHeading } from '../headings.tsx';
import { useConfirming } from '../members/confirming.tsx';
import { MemberForm } from '../members/form.tsx';
import { useMemberFormats } from '../members/formats.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

interface PasskeysProps {
  account: AccountOut;
  onChanged: () => Promise<void>;
}

export function Passkeys({ account, onChanged }: PasskeysProps): ReactNode {
  const { i18n, t } = useLingui();
  const formats = useMemberFormats();
  const [refusal, setRefusal] = useState<MessageDescriptor>();
  /** Those that have just been made: they are shown this once. */
  const [codes, setCodes] = useState<string[]>([]);
  const { confirmed, dialog } = useConfirming();
  const add = async () => {
    setRefusal(undefined);
    try {
      await confirmed(async () => {
        const made = await makePasskey();
        const name = deviceInWords(navigator.userAgent, i18n);
        const added = await apiJson<AddedPasskey>('POST', '/auth/account/passkeys', {
          body: { ...made, name },
        });
        setCodes(added.recoveryCodes);
      });
      await onChanged();
    } catch (error) {
      if (!(error instanceof PasskeyRefused)) throw error;
      setRefusal(error.words);
    }
  };
  const renewCodes = async () => {
    const renew = () => apiJson<{ recoveryCodes: string[] }>('POST', '/auth/account/recovery-codes');
    if (await confirmed(async () => setCodes((await renew()).recoveryCodes))) await onChanged();
  };
  const remove = async (id: string) => {
    if (await confirmed(() => apiJson('DELETE', `/auth/account/passkeys/${id}`))) await onChanged();
  };
  return (
    <section className="pw-member-section">
      <SectionHeading>{t`Passkeys`}</SectionHeading>
      <p className="pw-form-hint">
        {t`Log in with your fingerprint, your face or your device’s code instead of a password.`}
      </p>
      {account.passkeys.length > 0 && (
        <ul className="pw-member-rows">
          {account.passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
            <li key={id}>
              <span>
                {name}
                <small>
                  {lastUsedAt
                    ? t`Last used ${formats.date(lastUsedAt)}`
                    : t`Added ${formats.date(createdAt)}`}
                </small>
              </span>
              <MemberForm submit={t`Remove`} label={t`Remove ${name}`} isQuiet onSubmit={() => remove(id)} />
            </li>
          ))}
        </ul>
      )}
      <MemberForm submit={t`Add a passkey`} label={t`Add a passkey`} isQuiet onSubmit={add} />
      {refusal && <p role="alert">{t(refusal)}</p>}
      <RecoveryCodes codes={codes} onKept={() => setCodes([])} />
      {account.user.hasSecondFactor && codes.length === 0 && (
        <>
          <p className="pw-form-hint">
            <Trans>
              With a passkey, the password alone does not log you in. In case you lose the passkey, you have{' '}
              <Plural value={account.recoveryCodesLeft} one="# recovery code" other="# recovery codes" />.
            </Trans>
          </p>
          <MemberForm submit={t`Create new codes`} label={t`Recovery codes`} isQuiet onSubmit={renewCodes} />
        </>
      )}
      {dialog}
    </section>
  );
}
