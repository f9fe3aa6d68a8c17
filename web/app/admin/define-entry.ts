/**
 * Where a resource stands in the admin: its area, its group in the navigation, its address. `entry.ts` of each resource is
 * found by glob and loaded with the admin; all else of the resource (`resource.tsx`) is loaded when it is opened.
 */
import { t } from '@lingui/core/macro';
import type { LucideIcon } from 'lucide-react';
import type { Site } from '../api/site.ts';

export type AreaName = 'site' | 'crm' | 'ecom';

interface Area {
  address: string;
  /** What its first screen is called. */
  title: string;
  /** Whether a site has it. */
  isOn: (site: Site | undefined) => boolean;
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

/** What a resource is called and where it is. */
export interface Place {
  /** Left out: the site's. */
  area?: AreaName;
  /** Within its area: `pages`, `blog/categories`. */
  path: string;
  /** What one is called in a sentence: `page`. */
  one: string;
  /** What the screen is called: `Pages`. */
  many: string;
  description: string;
  icon: LucideIcon;
  /** Any one of these opens the screen. */
  scopes: string[];
  /** Any one of these may change what is there; left out, whoever may open it. */
  writeScopes?: string[];
}

export interface Entry extends Place {
  group: GroupName;
  /** Its place in the group: the lower the further up. */
  order: number;
}

export function defineEntry(entry: Entry): Entry {
  return entry;
}

/** The address of a resource's list, or of one of its records: `new` is the form of a new one. */
export function addressOf({ area = 'site', path }: Pick<Place, 'area' | 'path'>, id?: string): string {
  const list = `${AREAS[area].address}/${path}`;
  return id === undefined ? list : `${list}/${id}`;
}
