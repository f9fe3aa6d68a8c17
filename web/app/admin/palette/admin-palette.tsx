/** Ctrl+K in the admin: lists every screen, action and record that is open to the principal. */
import { t } from '@lingui/core/macro';
import { useMantineColorScheme } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import {
  ArrowUpRight,
  CircleUser,
  Keyboard,
  LayoutDashboard,
  LogOut,
  Moon,
  PenLine,
  Plus,
  Sun,
  SunMoon,
} from 'lucide-react';
import { useNavigate } from 'react-router';
import { matching, type Named } from '../../palette/matching.ts';
import { Palette, type PaletteChoice, type PaletteGroup } from '../../palette/palette.tsx';
import { useFoundRecords } from '../../palette/sources.ts';
import { ACCOUNT, canEdit } from '../../session/access.ts';
import { askAndLogOut } from '../../session/log-out.ts';
import { useSession } from '../../session/use-session.ts';
import { toast } from '../../ui/toast.ts';
import { addressOf, type Entry } from '../define-entry.ts';
import { refreshing } from '../refreshing.ts';
import { grouped } from '../resources.ts';
import { useShortcutsDialog } from '../use-shortcuts-dialog.ts';
import { type RecordAtHand, useOpenRecord } from './record-at-hand.ts';
import { useOffers } from './records.ts';

/** Milliseconds without another letter before records are searched for. */
const PAUSE = 150;

type NamedChoice = PaletteChoice & Named;

interface AdminPaletteProps {
  opened: boolean;
  onClose: () => void;
  /** Kept by the button: it may be typed before the palette is loaded. */
  query: string;
  onQuery: (query: string) => void;
  /** The screens that are open to the principal. */
  open: Entry[];
  hasDashboard: boolean;
  /** Of the row that had the keyboard. */
  row: RecordAtHand | undefined;
}

export default function AdminPalette({
  opened,
  onClose,
  query,
  onQuery,
  open,
  hasDashboard,
  row,
}: AdminPaletteProps) {
  const [words] = useDebouncedValue(query.trim(), PAUSE);
  const { offers, isLoading, reload } = useOffers(open, opened);
  const lead = useLead();
  const { groups: found, isSearching, failed, searchAgain } = useFoundRecords(offers.sources, words, lead);
  const actions = [...useOfferedActions(offers, lead), ...useActions(lead)];
  const groups: PaletteGroup[] = [
    ...useActionsOfRecord(row, query, lead),
    { title: t`Go to`, choices: matching(screensOf(open, hasDashboard, lead), query) },
    { title: t`Do`, choices: matching(actions, query) },
    ...found,
  ];
  return (
    <Palette
      opened={opened}
      onClose={onClose}
      label={t`Search screens, actions and records`}
      query={query}
      onQuery={onQuery}
      groups={groups}
      isSearching={isLoading || isSearching || words !== query.trim()}
      failed={[...offers.failed, ...failed]}
      onRetry={() => {
        if (offers.failed.length > 0) void reload();
        searchAgain();
      }}
    />
  );
}

/** To an address: outside the admin the browser loads it. */
function useLead(): (href: string) => void {
  const navigate = useNavigate();
  return (href) => {
    if (/^\/cms-(?:admin|ecom)(?:[/?]|$)/.test(href)) void navigate(href);
    else window.location.assign(href);
  };
}

function screensOf(open: Entry[], hasDashboard: boolean, lead: (href: string) => void): NamedChoice[] {
  // In the order of the navigation.
  const listed = grouped(open).flatMap(({ entries }) => entries);
  const screens = listed.map((entry) => {
    const address = addressOf(entry);
    return {
      id: address,
      label: entry.many,
      keywords: entry.one,
      icon: entry.icon,
      run: () => lead(address),
    };
  });
  const dashboard = {
    id: '/cms-admin',
    label: t`Dashboard`,
    icon: LayoutDashboard,
    run: () => lead('/cms-admin'),
  };
  return hasDashboard ? [dashboard, ...screens] : screens;
}

/** New records, and what the screens offer to do at once. */
function useOfferedActions(
  { made, actions }: ReturnType<typeof useOffers>['offers'],
  lead: (href: string) => void,
): NamedChoice[] {
  const client = useQueryClient();
  return [
    ...made.map((resource) => ({
      id: `new ${addressOf(resource)}`,
      label: t`New ${resource.one}`,
      keywords: t`create add`,
      icon: Plus,
      run: () => lead(addressOf(resource, 'new')),
    })),
    ...actions.map(({ id, label, keywords, icon, href, run }) => ({
      id,
      label,
      keywords,
      icon,
      run: () => {
        lead(href);
        run?.(client).catch((error: unknown) => toast.error(error));
      },
    })),
  ];
}

/** What can be done with the record whose row had the keyboard, or whose screen is open: all that its menu in the list has. */
function useActionsOfRecord(
  row: RecordAtHand | undefined,
  query: string,
  lead: (href: string) => void,
): PaletteGroup[] {
  const client = useQueryClient();
  const opened = useOpenRecord();
  const atHand = row ?? opened;
  if (!atHand) return [];
  const { resource, record } = atHand;
  const name = resource.nameOf(record);
  const shared = { detail: name, keywords: name };
  const actions = (resource.menuActions?.(record) ?? []).map(({ label, icon, onSelect }) => ({
    ...shared,
    id: `record ${label}`,
    label,
    icon,
    // The palette gives the keyboard back first: what is done may ask something.
    run: () => void setTimeout(() => onSelect(refreshing(resource, client))),
  }));
  const links = (resource.rowActions?.(record) ?? []).map(({ label, icon, href }) => ({
    ...shared,
    id: `record ${href}`,
    label,
    icon,
    run: () => lead(href),
  }));
  const choices = matching([...actions, ...links], query);
  return [{ title: t`This ${resource.one}`, choices, isAside: true }];
}

function useActions(lead: (href: string) => void): NamedChoice[] {
  const { setColorScheme } = useMantineColorScheme();
  const { claims } = useSession();
  return [
    canEdit(claims)
      ? { id: 'edit', label: t`Edit the site`, keywords: t`view`, icon: PenLine, run: () => lead('/') }
      : { id: 'view', label: t`View the site`, keywords: t`open`, icon: ArrowUpRight, run: () => lead('/') },
    {
      id: 'account',
      label: t`Your account`,
      keywords: t`password passkey sessions`,
      icon: CircleUser,
      run: () => lead(ACCOUNT),
    },
    {
      id: 'light',
      label: t`Light colours`,
      keywords: t`theme`,
      icon: Sun,
      run: () => setColorScheme('light'),
    },
    { id: 'dark', label: t`Dark colours`, keywords: t`theme`, icon: Moon, run: () => setColorScheme('dark') },
    {
      id: 'auto',
      label: t`System colours`,
      keywords: t`theme`,
      icon: SunMoon,
      run: () => setColorScheme('auto'),
    },
    {
      id: 'shortcuts',
      label: t`Keyboard shortcuts`,
      keywords: t`keys help`,
      icon: Keyboard,
      run: () => void setTimeout(() => useShortcutsDialog.getState().setOpen(true)),
    },
    { id: 'logout', label: t`Log out`, icon: LogOut, run: () => void askAndLogOut() },
  ];
}
