import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import styles from './authenticator-secret.module.css';
import { CopyButton } from './copy-button.tsx';

interface AuthenticatorSecretProps {
  /** Base32. */
  secret: string;
  otpauthUri: string;
  /** An image as a data: address. */
  qrCode: string;
}

const inFours = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? secret;

/** What an authenticator app is given: to scan, to open on this device, or to type in. */
export function AuthenticatorSecret({ secret, otpauthUri, qrCode }: AuthenticatorSecretProps) {
  return (
    <div className={styles.secret}>
      <img
        className={styles.qr}
        src={qrCode}
        width={176}
        height={176}
        alt={t`QR code for your authenticator app`}
      />
      <div className={styles.byHand}>
        <p>
          <Trans>
            Scan the code with your app, or <a href={otpauthUri}>open the app on this device</a>.
          </Trans>
        </p>
        <p>{t`No camera? Enter this key:`}</p>
        <code>{inFours(secret)}</code>
        <CopyButton text={secret} label={t`Copy the key`} />
      </div>
    </div>
  );
}

/** Its place while it is on its way. */
export function AuthenticatorSecretPlace() {
  return <div className={styles.place} aria-busy="true" />;
}
