import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useSpeech } from '#words/react.tsx';
import { Retriable } from '../members/awake.tsx';
import type { Basket } from './basket.ts';
import type { Summarised } from './use-summary.ts';

interface BasketStateProps extends Pick<Summarised, 'summary' | 'problem' | 'retry'> {
  /** Undefined until the page is awake. */
  basket: Basket | undefined;
  /** Where there is something to buy. */
  shopPage?: string;
  /** What else is said where the basket is empty. */
  emptied?: ReactNode;
  children: ReactNode;
}

/** Whether all is there that can be: the basket with its prices, or why there is none. */
export const isLoaded = (
  basket: Basket | undefined,
  { summary, problem }: Pick<Summarised, 'summary' | 'problem'>,
): boolean => basket?.length === 0 || summary !== undefined || problem !== undefined;

/** The basket once it is known what is in it and what it costs; until then, or where there is nothing, why not. */
export function BasketState({
  basket,
  summary,
  problem,
  retry,
  shopPage,
  emptied,
  children,
}: BasketStateProps): ReactNode {
  const { t } = useLingui();
  const { words } = useSpeech();
  if (basket?.length === 0) {
    return (
      <p {...words}>
        <Trans>Your basket is empty.</Trans> {shopPage && <a href={shopPage}>{t`Go to the shop`}</a>}{' '}
        {emptied}
      </p>
    );
  }
  return (
    <>
      {problem && (
        <Retriable onRetry={retry}>
          <Trans>The basket could not be priced at the moment.</Trans>
        </Retriable>
      )}
      {summary ? children : !problem && <div className="pw-basket-place" aria-busy="true" />}
      <noscript>
        <p {...words}>{t`The basket needs JavaScript.`}</p>
      </noscript>
    </>
  );
}
