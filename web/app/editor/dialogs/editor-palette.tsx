/**
 * Ctrl+K in the editor: what can be done with the page and the selection, what can be added, the site's pages, and what the
 * administration's screens find.
 */
import { t } from '@lingui/core/macro';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { CircleUser, FileText, LayoutDashboard, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { listPagesOptions } from '../../api/pages.ts';
import { type SiteAreas, siteOptions } from '../../api/site.ts';
import { matching } from '../../palette/matching.ts';
import { Palette, type PaletteChoice } from '../../palette/palette.tsx';
import { type Source, useFoundRecords } from '../../palette/sources.ts';
import { ACCOUNT } from '../../session/access.ts';
import type { Claims } from '../../session/claims.ts';
import { useSession } from '../../session/use-session.ts';
import { allCommands } from '../commands/all.ts';
import { palette } from '../commands/page-commands.ts';
import { useEditing, useEditorState } from '../context.tsx';
import { addPlugin, addRow } from '../inserting/add-plugin.ts';
import { findPlugins, findRows, rowName } from '../panels/offers.ts';
import { useOfferedPlugins } from '../panels/use-offered-plugins.ts';
import type { EditorState } from '../store/editor-state.ts';

/** Milliseconds without another letter before pages are searched for. */
const PAUSE = 150;
const PAGES = 6;

/** What else is searched, for this principal and on a site with these areas. It is the administration's; the route brings it along. */
export type LoadSources = (claims: Claims | null, site: SiteAreas) => Promise<Source[]>;

interface EditorPaletteProps {
  loadSources: LoadSources;
  opened: boolean;
  onClose: () => void;
}

export function EditorPalette({ loadSources, opened, onClose }: EditorPaletteProps): ReactNode {
  const [query, setQuery] = useState('');
  const [words] = useDebouncedValue(query.trim(), PAUSE);
  const pages = usePages(words, opened);
  const { sources, ...loading } = useSources(loadSources, opened);
  const navigate = useNavigate();
  const records = useFoundRecords(sources, opened ? words : '', (href) => void navigate(href));
  const groups = [
    { title: t`Do`, choices: matching(useCommands(opened), query) },
    { title: t`Add`, choices: useAdded(query) },
    { title: t`Go to`, choices: matching(usePlaces(), query) },
    { title: t`Pages`, choices: pages.choices },
    ...records.groups,
  ];
  const close = () => {
    setQuery('');
    onClose();
  };
  return (
    <Palette
      {...{ opened, query, groups }}
      label={t`Search commands, parts, pages and records`}
      isSearching={pages.isSearching || loading.isLoading || records.isSearching || words !== query.trim()}
      failed={words ? [...loading.failed, ...records.failed] : []}
      onRetry={() => {
        loading.loadAgain();
        records.searchAgain();
      }}
      onQuery={setQuery}
      onClose={close}
    />
  );
}

/** What the administration's screens find, once it is loaded: with the first palette that is opened. */
function useSources(load: LoadSources, opened: boolean) {
  const { claims } = useSession();
  const site = useQuery({ ...siteOptions(), enabled: opened });
  const areas = site.data;
  const sources = useQuery({
    queryKey: ['editor palette', claims?.user, claims?.scopes, areas?.hasEcom, areas?.hasCRM],
    queryFn: opened && areas ? () => load(claims, areas) : skipToken,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const isFailed = site.isError || sources.isError;
  return {
    sources: sources.data ?? [],
    isLoading: opened && sources.isPending && !isFailed,
    failed: isFailed ? [t`Administration`] : [],
    loadAgain: () => {
      if (site.isError) void site.refetch();
      if (sources.isError) void sources.refetch();
    },
  };
}

/** The commands that can be given now, in the words of their buttons. */
function useCommands(opened: boolean): PaletteChoice[] {
  const editing = useEditing();
  // By name, and of an open palette alone: each letter that is typed on the page is another state.
  const enabled = useEditorState((state) => (opened ? namesOf(state) : ''));
  return allCommands
    .filter(({ name }) => enabled.split(' ').includes(name))
    .map((command) => ({
      id: `command ${command.name}`,
      label: command.label,
      icon: command.icon,
      // The dialog gives the keyboard back first: what the command does may take it somewhere else.
      run: () => void setTimeout(() => command.run(editing)),
    }));
}

const namesOf = (state: EditorState) =>
  allCommands
    .filter((command) => command !== palette && command.enabled(state))
    .map(({ name }) => name)
    .join(' ');

/** What can be put on the page; nothing before there are words for it, since there is a panel to look around in. */
function useAdded(query: string): PaletteChoice[] {
  const editing = useEditing();
  const offered = useOfferedPlugins();
  const isViewing = useEditorState(({ mode }) => mode.name === 'view');
  if (isViewing || !query.trim()) return [];
  const plugins = findPlugins(offered, query).map((plugin) => ({
    id: `plugin ${plugin.ref}`,
    label: t`Add ${plugin.label}`,
    detail: plugin.tooltip,
    icon: Plus,
    run: () => void addPlugin(editing, plugin.ref),
  }));
  const rows = findRows(query).map((count) => ({
    id: `row ${count}`,
    label: rowName(count),
    icon: Plus,
    run: () => addRow(editing, count),
  }));
  return [...plugins, ...rows];
}

function usePlaces(): PaletteChoice[] {
  const navigate = useNavigate();
  return [
    {
      id: 'admin',
      label: t`Administration`,
      icon: LayoutDashboard,
      run: () => void navigate('/cms-admin'),
    },
    { id: 'account', label: t`Your account`, icon: CircleUser, run: () => void navigate(ACCOUNT) },
  ];
}

/** The pages that are found, to be opened here. */
function usePages(words: string, opened: boolean): { choices: PaletteChoice[]; isSearching: boolean } {
  const navigate = useNavigate();
  const options = listPagesOptions({ start: 0, limit: PAGES, sort: 'title', q: words });
  const isAsked = opened && words !== '';
  const { data, isFetching } = useQuery({ ...options, enabled: isAsked, placeholderData: keepPreviousData });
  const found = isAsked ? (data?.results ?? []) : [];
  const choices = found.map(({ id, title, url }) => ({
    id: `page ${id}`,
    label: title,
    detail: url,
    icon: FileText,
    run: () => void navigate(url),
  }));
  return { choices, isSearching: isFetching };
}
