import { listOrdersOptions, type OrderRecord } from '../../api/orders.ts';
import { addressOf } from '../define-entry.ts';
import { definePalette, type FoundRecord, MOST_FOUND } from '../palette/define-palette.ts';
import entry from './entry.ts';
import { stateInWords } from './words.ts';

const recordOf = ({ id, reference, contactName, state, isCollected }: OrderRecord): FoundRecord => ({
  id,
  label: reference,
  detail: `${contactName} · ${stateInWords(state, isCollected)}`,
  href: addressOf(entry, id),
});

export default definePalette({
  entry,
  find: (q) => ({
    ...listOrdersOptions({ start: 0, limit: MOST_FOUND, sort: '-createdAt', q }),
    select: ({ results }: { results: OrderRecord[] }) => results.map(recordOf),
  }),
});
