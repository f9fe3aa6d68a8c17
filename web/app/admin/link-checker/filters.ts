/** Filters that both lists of links have. What an address says may be anything: what there is not lists all. */
import { t } from '@lingui/core/macro';
import type { LinksListData } from '../../api/generated/index.ts';
import type { Filter, FilterValues } from '../define-resource.ts';
import { optionsOf } from '../options-of.ts';
import { type LinkState, STATES } from './words.ts';

const ATTENTION: LinkState[] = ['broken', 'redirected', 'unclear'];

const states = () => [
  { value: 'attention', label: t`Needs attention` },
  ...optionsOf(STATES),
  { value: 'ignored', label: t`Ignored` },
];
const places = () => [
  { value: 'internal', label: t`This site` },
  { value: 'external', label: t`Other sites` },
];

export const FILTERS: Filter[] = [
  { kind: 'select', name: 'state', label: t`State`, any: t`Any state`, useOptions: states },
  { kind: 'select', name: 'leads', label: t`Leads to`, any: t`Any site`, useOptions: places },
];

type Wanted = Pick<NonNullable<LinksListData['query']>, 'state' | 'is-ignored' | 'is-internal'>;

/** What the service is asked for. */
export function wantedBy({ state, leads }: FilterValues): Wanted {
  const isInternal = leads === 'internal' ? true : leads === 'external' ? false : undefined;
  if (state === 'ignored') return { 'is-ignored': true, 'is-internal': isInternal };
  if (state === 'attention') return { state: ATTENTION, 'is-ignored': false, 'is-internal': isInternal };
  return state && state in STATES
    ? { state: [state as LinkState], 'is-ignored': false, 'is-internal': isInternal }
    : { 'is-internal': isInternal };
}
