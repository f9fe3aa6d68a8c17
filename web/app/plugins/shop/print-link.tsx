import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Receipt } from '../../api/generated/index.ts';
import { receiptAddress } from './receipt.ts';

interface PrintLinkProps {
  /** Where the order's page is. */
  path: string;
  /** Undefined where it could not be read: nobody knows then whether it is paid. */
  receipt: Receipt | undefined;
}

/** Leads to the page of an order that can be printed, by the name of what it is. */
export function PrintLink({ path, receipt }: PrintLinkProps): ReactNode {
  const { i18n, t } = useLingui();
  const nameOf = ({ paidAmount, totalInclTax }: Receipt) =>
    paidAmount >= totalInclTax ? t`Receipt to print and keep` : t`Invoice to print and keep`;
  return (
    <a href={receiptAddress(path, i18n.locale)}>
      {receipt ? nameOf(receipt) : t`Your order to print and keep`}
    </a>
  );
}
