import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';

interface WasProps {
  /** As it is written, with its currency. */
  amount: string;
  isHidden?: boolean;
}

/** What it cost before. That it is crossed out only eyes see: most screen readers say nothing of it. */
export function Was({ amount, isHidden }: WasProps): ReactNode {
  const { t } = useLingui();
  return (
    <span className="pw-was" hidden={isHidden}>
      <s aria-hidden="true">{amount}</s>
      <span className="pw-unseen">{t`Was ${amount}`}</span>
    </span>
  );
}
