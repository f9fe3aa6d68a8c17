import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useSpeech } from '#words/react.tsx';
import type { SummaryRow } from '../../api/generated/index.ts';

/** What has become of a row since it was put into the basket. */
export function RowChanges({ row }: { row: SummaryRow }): ReactNode {
  const { words } = useSpeech();
  const { changes, available } = row;
  if (changes.length === 0) return null;
  return (
    <ul className="pw-basket-changes" {...words}>
      {changes.map((change) => (
        <li key={change}>
          {change === 'gone' && <Trans>This is no longer available.</Trans>}
          {change === 'price_changed' && <Trans>Its price has changed.</Trans>}
          {change === 'fewer_in_stock' &&
            (available ? <Trans>Only {available} available.</Trans> : <Trans>It is sold out.</Trans>)}
          {change === 'too_many' && <Trans>At most {available} can be ordered at a time.</Trans>}
          {change === 'options_missing' && <Trans>Its options have changed. Please choose again.</Trans>}
        </li>
      ))}
    </ul>
  );
}
