import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef } from 'react';

interface RecoveryCodesProps {
  codes: string[];
  onKept: () => void;
}

/** Codes that are shown this once, to keep. Nothing where there are none. */
export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps): ReactNode {
  const { t } = useLingui();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (codes.length > 0) place.current?.focus();
  }, [codes]);
  if (codes.length === 0) return null;
  return (
    <section
      className="pw-form-done pw-member-stack"
      ref={place}
      aria-label={t`Recovery codes`}
      tabIndex={-1}
    >
      <p>
        {t`Save these recovery codes. If you ever lose your passkey, each of them lets you in once. They are not shown again.`}
      </p>
      <ul className="pw-member-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <p className="pw-form-end">
        <button type="button" onClick={onKept}>
          {t`I've saved them`}
        </button>
        {window.isSecureContext && (
          <button
            type="button"
            className="pw-quiet"
            onClick={() => navigator.clipboard.writeText(codes.join('\n'))}
          >
            {t`Copy`}
          </button>
        )}
      </p>
    </section>
  );
}
