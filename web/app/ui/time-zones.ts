import { t } from '@lingui/core/macro';
import { browserZone, zoneNames } from '#words/format.ts';

const FALLBACK = 'Europe/London';

/** The browser's time zone, or Europe/London where it does not tell. */
export function ownTimeZone(): string {
  return browserZone() ?? FALLBACK;
}

interface Zone {
  value: string;
  label: string;
  group: string;
}

/** All zones, those of a continent together. */
function timeZones(): Zone[] {
  const names = new Set([...zoneNames(), ownTimeZone(), FALLBACK, 'UTC']);
  const zones = [...names].sort().map((name): Zone => {
    const [continent = name, ...place] = name.split('/');
    const label = (place.join(' / ') || name).replaceAll('_', ' ');
    return { value: name, label, group: place.length > 0 ? continent : t`Other` };
  });
  const groups = [...new Set(zones.map(({ group }) => group))];
  return groups.flatMap((each) => zones.filter(({ group }) => group === each));
}

/** A field that asks for a time zone; made once for a form, since its four hundred options are drawn anew with each. */
export function timeZoneField(hint?: string) {
  return { type: 'choice', label: t`Time zone`, hint, options: timeZones() } as const;
}
