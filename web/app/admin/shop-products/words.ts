/** What the shop's screens call prices and stock. */
import { t } from '@lingui/core/macro';

export const KINDS = { standard: t`Standard price`, sale: t`Sale price`, trade: t`Trade price` } as const;

/** Why a price counts or does not. */
export const WHYS: Record<string, string> = {
  lowest: t`This is the price`,
  higher: t`Applies, and another is lower`,
  other_currency: t`In another currency`,
  not_yet: t`Has not started`,
  no_longer: t`Has ended`,
  too_few: t`From a higher quantity`,
  other_customers: t`For others`,
};

export const REASONS: Record<string, string> = {
  adjusted: t`Counted`,
  imported: t`Imported`,
  ordered: t`Ordered`,
  cancelled: t`Order cancelled`,
  returned: t`Returned`,
};

export const STOCKS = { in: t`In stock`, low: t`Low stock`, out: t`Out of stock` } as const;
export const STATES = { true: t`Published`, false: t`Draft` } as const;
