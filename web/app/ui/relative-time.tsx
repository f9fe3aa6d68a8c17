import { t } from '@lingui/core/macro';
import type { Formats } from '#words/format.ts';
import { useFormats } from '#words/use-formats.ts';

const A_WEEK = 7 * 86_400_000;

/** "3 minutes ago", "yesterday"; past a week the date. */
export function timeInWords(formats: Formats, moment: Date, now = new Date()): string {
  if (Math.abs(moment.getTime() - now.getTime()) >= A_WEEK) return formats.date(moment);
  return formats.relative(moment, now) ?? t`just now`;
}

/** `moment` is RFC 3339. The exact time is in its title. */
export function RelativeTime({ moment }: { moment: string }) {
  const formats = useFormats();
  return (
    <time dateTime={moment} title={formats.dateTime(moment, 'full')}>
      {timeInWords(formats, new Date(moment))}
    </time>
  );
}
