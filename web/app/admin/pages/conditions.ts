/** What the list of pages is narrowed down by. */
import { t } from '@lingui/core/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import {
  blocksGetOptions,
  linkedDataGetOptions,
  pagesListEditorsOptions,
  pluginsListUsesOptions,
  trackersGetOptions,
} from '../../api/generated/@tanstack/react-query.gen.ts';
import { layoutsList, type PagesListData } from '../../api/generated/index.ts';
import { isMissing } from '../../api/problem.ts';
import { readAll } from '../../api/read-all.ts';
import { allTemplatesOptions } from '../../api/templates.ts';
import { LOGGED_IN, labelOf } from '../../visibility/names.ts';
import { useScopes } from '../../visibility/use-scopes.ts';
import type { Filter, FilterValues } from '../define-resource.ts';
import { useChoices, useReportedFailure } from '../use-choices.ts';

const layoutChoices = () =>
  queryOptions({
    queryKey: [{ tags: ['layouts'], choices: true }],
    queryFn: async ({ signal }) =>
      readAll((part) => layoutsList({ query: { ...part, sort: 'name' }, signal })),
  });

const named = ({ id, name }: { id: string; name: string }) => ({ value: id, label: name });

export const useTemplateOptions = () => useChoices(allTemplatesOptions())?.map(named) ?? [];
const useLayoutOptions = () => useChoices(layoutChoices())?.map(named) ?? [];

function useEditorOptions() {
  const data = useChoices(pagesListEditorsOptions()) ?? [];
  return data.map(({ userId, name }) => ({ value: userId, label: name ?? t`someone` }));
}

/** Milliseconds. All of the site is counted through. */
const RECOUNT_AFTER = 300_000;

function usePluginOptions() {
  const data = useChoices({ ...pluginsListUsesOptions(), staleTime: RECOUNT_AFTER }) ?? [];
  return data
    .filter(({ pages }) => pages > 0)
    .map(({ ref, label, pages }) => ({ value: ref, label: `${label} (${pages})` }));
}

const EVERYONE = ':everyone';
const SOME = ':some';

function useAudienceOptions() {
  const { known, isComplete, hasFailed } = useScopes();
  useReportedFailure(hasFailed && !isComplete);
  const own = known.filter(({ isBuiltIn }) => !isBuiltIn).map(({ name }) => name);
  return [
    { value: EVERYONE, label: t`Everyone` },
    { value: SOME, label: t`Restricted` },
    ...[LOGGED_IN, ...own].map((name) => ({ value: name, label: labelOf(name) })),
  ];
}

/** Where a page can be found, beside its address. */
const STATES: Record<string, { label: string; query: PagesListData['query'] }> = {
  inMenu: { label: t`In menus`, query: { 'in-menu': true } },
  notInMenu: { label: t`Not in menus`, query: { 'in-menu': false } },
  redirected: { label: t`Redirected`, query: { 'is-redirected': true } },
  noIndex: { label: t`Kept out of search engines`, query: { 'no-index': true } },
};

function useLinkedDataName(id: string): string | undefined {
  const { data, error } = useQuery(linkedDataGetOptions({ path: { id } }));
  return isMissing(error) ? t`deleted linked data` : data?.name;
}

function useTrackerName(id: string): string | undefined {
  const { data, isError } = useQuery(trackersGetOptions({ path: { id } }));
  return isError ? t`a tracker` : data?.name;
}

function useBlockName(id: string): string | undefined {
  const { data, error } = useQuery(blocksGetOptions({ path: { id } }));
  return isMissing(error) ? t`deleted block` : data?.name;
}

export const PAGE_FILTERS: Filter[] = [
  {
    kind: 'select',
    name: 'state',
    label: t`State`,
    any: t`Any state`,
    useOptions: () => Object.entries(STATES).map(([value, { label }]) => ({ value, label })),
  },
  {
    kind: 'select',
    name: 'seenBy',
    label: t`Seen by`,
    any: t`Any visibility`,
    useOptions: useAudienceOptions,
  },
  {
    kind: 'select',
    name: 'template',
    label: t`Template`,
    any: t`Any template`,
    useOptions: useTemplateOptions,
  },
  { kind: 'select', name: 'layout', label: t`Layout`, any: t`Any layout`, useOptions: useLayoutOptions },
  { kind: 'select', name: 'plugin', label: t`Plugin`, any: t`Any plugin`, useOptions: usePluginOptions },
  {
    kind: 'select',
    name: 'changedBy',
    label: t`Changed by`,
    any: t`Changed by anyone`,
    useOptions: useEditorOptions,
  },
  { kind: 'linked', name: 'linkedData', label: t`With linked data`, useLabel: useLinkedDataName },
  { kind: 'linked', name: 'tracker', label: t`With tracker`, useLabel: useTrackerName },
  { kind: 'linked', name: 'block', label: t`With block`, useLabel: useBlockName },
];

const one = (value: string | undefined) => (value ? [value] : undefined);

/** The filters that are set, as the service is asked. */
export function queryOf({
  state,
  seenBy,
  template,
  layout,
  plugin,
  changedBy,
  linkedData,
  tracker,
  block,
}: FilterValues) {
  const isName = seenBy && seenBy !== EVERYONE && seenBy !== SOME;
  return {
    ...(state && STATES[state]?.query),
    'is-restricted': seenBy === EVERYONE ? false : seenBy === SOME ? true : undefined,
    scope: isName ? [seenBy] : undefined,
    'template-id': one(template),
    'layout-id': one(layout),
    'plugin-ref': one(plugin),
    'changed-by': one(changedBy),
    'linked-data': one(linkedData),
    tracker: one(tracker),
    'block-id': one(block),
  } satisfies PagesListData['query'];
}
