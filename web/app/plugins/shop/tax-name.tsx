import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useFormats } from '#words/use-formats.ts';

/** As many as the service tells of a rate. */
const PLACES = 4;

/** What a line of tax is called: by its rate, which the service gives as programs write it, "5.5". */
export function TaxName({ percent: exact }: { percent: string }): ReactNode {
  const { number } = useFormats();
  const percent = number(Number(exact), PLACES);
  return <Trans>Tax {percent} %</Trans>;
}
