/**
 * Where a screen stands in the admin: its area, its group in the navigation, its address. Each `entry.ts` is found by glob
 * and loaded with the admin; all else of the screen (`resource.tsx` or `screen.tsx`) is loaded when it is opened.
 */
import { t } from '@lingui/core/macro';
import type { LucideIcon } from 'lucide-react';
import type { SiteAreas } from '../api/site.ts';

export type AreaName = 'site' | 'crm' | 'ecom';

interface Area {
  address: string;
  /** What its first screen is called. */
  title: string;
  /** Whether a site has it. */
  isOn: (site: SiteAreas | undefined) => boolean;
}

export const AREAS: Record<AreaName, Area> = {
  site: { address: '/cms-admin', title: t`Site`, isOn: () => true },
  crm: {
    address: '/cms-admin/crm',
    title: t`Customer relationships`,
    isOn: (site) => site?.hasCRM ?? false,
  },
  ecom: { address: '/cms-ecom', title: t`Shop`, isOn: (site) => site?.hasEcom ?? false },
};

/** The groups of the navigation, by work and in this order. */
export const GROUPS = {
  content: t`Content`,
  people: t`People`,
  crm: t`Customer relationships`,
  shop: t`Shop`,
  site: t`Site`,
} as const;

export type GroupName = keyof typeof GROUPS;

/** What a resource or a screen is called and where it is. */
export interface Place {
  /** Left out: the site's. */
  area?: AreaName;
  /** Within its area: `pages`, `blog/categories`; empty for the first screen of the area. */
  path: string;
  /** What one is called in a sentence: `page`. */
  one: string;
  /** What the screen is called: `Pages`. */
  many: string;
  description: string;
  icon: LucideIcon;
  /** Any one of these opens the screen, where the rules of addresses (session/access.ts) let its holder so far. */
  scopes: string[] | 'staff';
  /** Any one of these allows changes; left out, each user who may open the screen may make changes. */
  writeScopes?: string[];
}

interface Listed extends Place {
  /** The records of its list are searched for by the command palette, and new ones are offered there. */
  isFound?: boolean;
  group: GroupName;
  /** Its place in the group: the lower the further up. */
  order: number;
}

/** Found by a link of its own, not in the navigation. */
interface Unlisted extends Place {
  isFound?: undefined;
  group?: undefined;
  order?: undefined;
}

export type Entry = Listed | Unlisted;

export function defineEntry(entry: Entry): Entry {
  return entry;
}

/** The address of a resource's list, or of one of its records: `new` is the form of a new one. */
export function addressOf({ area = 'site', path }: Pick<Place, 'area' | 'path'>, id?: string): string {
  const list = path === '' ? AREAS[area].address : `${AREAS[area].address}/${path}`;
  return id === undefined ? list : `${list}/${id}`;
}
