import { t } from '@lingui/core/macro';
import { browserZone, zoneNames } from '#words/format.ts';

const FALLBACK = 'Europe/London';

/** The browser's time zone, or Europe/London where it does not tell. */
export function ownTimeZone(): string {
  return browserZone() ?? FALLBACK;
}

/** All zones by continent, for a grouped select: `{ Europe: ['Europe/Berlin', …] }`. */
export function timeZones(): { group: string; items: { value: string; label: string }[] }[] {
  const groups = new Map<string, { value: string; label: string }[]>();
  const names = new Set([...zoneNames(), ownTimeZone(), FALLBACK, 'UTC']);
  for (const name of [...names].sort()) {
    const [continent = name, ...place] = name.split('/');
    const label = (place.join(' / ') || name).replaceAll('_', ' ');
    const group = place.length > 0 ? continent : t`Other`;
    groups.set(group, [...(groups.get(group) ?? []), { value: name, label }]);
  }
  return [...groups].map(([group, items]) => ({ group, items }));
}
