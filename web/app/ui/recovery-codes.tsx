import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { Download, Printer } from 'lucide-react';
import { CopyButton } from './copy-button.tsx';
import styles from './recovery-codes.module.css';

const heading = () => t`Recovery codes for ${window.location.host}`;

/** Where the codes go as a file: what they are for, and one on each line. */
function fileOf(codes: string[]): string {
  return [
    heading(),
    t`Use each code once in place of your authenticator app or passkey.`,
    '',
    ...codes,
    '',
  ].join('\n');
}

function download(codes: string[]): void {
  const address = URL.createObjectURL(new Blob([fileOf(codes)], { type: 'text/plain' }));
  const link = Object.assign(document.createElement('a'), { href: address, download: 'recovery-codes.txt' });
  link.click();
  URL.revokeObjectURL(address);
}

/** Codes that are shown this once, to keep: copied, as a file or on paper, which then has nothing else on it. */
export function RecoveryCodes({ codes }: { codes: string[] }) {
  return (
    <div className={styles.codes}>
      <div className={styles.sheet}>
        <p className={styles.head}>{heading()}</p>
        <ul aria-label={t`Recovery codes`}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </div>
      <div className={styles.actions}>
        {/* In a dialog, where one begins: not at the button that would close it, and the codes with it. */}
        <CopyButton text={codes.join('\n')} data-autofocus />
        <Button leftSection={<Download size={16} aria-hidden />} onClick={() => download(codes)}>
          {t`Save`}
        </Button>
        <Button leftSection={<Printer size={16} aria-hidden />} onClick={() => window.print()}>
          {t`Print`}
        </Button>
      </div>
    </div>
  );
}
