/** From a list of the shop to the import and the whole export of what it lists. */
import { t } from '@lingui/core/macro';
import type { ImportListed } from '../../api/generated/index.ts';
import { addressOf } from '../define-entry.ts';
import type { Transfer } from '../define-resource.ts';
import entry from './entry.ts';

type Kind = ImportListed['kind'];

const WORDS: Record<Kind, Pick<Transfer, 'exportLabel' | 'exportHint' | 'importLabel'>> = {
  products: {
    exportLabel: t`Export all products`,
    exportHint: t`With every variant, price and image: to change in a spreadsheet and import again.`,
    importLabel: t`Import products…`,
  },
  tax_rates: {
    exportLabel: t`Export all tax rates`,
    exportHint: t`With every column: to change in a spreadsheet and import again.`,
    importLabel: t`Import tax rates…`,
  },
};

export const transferOf = (kind: Kind): Transfer => ({
  ...WORDS[kind],
  exportHref: `/ecom/exports/${kind}`,
  importTo: `${addressOf(entry)}?kind=${kind}`,
});
