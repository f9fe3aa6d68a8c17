const STEPS: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];
const A_WEEK = 7 * 86_400;

const relative = new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto' });
const date = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const full = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short' });

/** "3 minutes ago", "yesterday"; past a week the date. */
export function timeInWords(moment: Date, now = new Date()): string {
  const seconds = Math.round((moment.getTime() - now.getTime()) / 1000);
  if (Math.abs(seconds) >= A_WEEK) return date.format(moment);
  for (const [unit, length] of STEPS) {
    if (Math.abs(seconds) >= length) return relative.format(Math.trunc(seconds / length), unit);
  }
  return 'just now';
}

/** `moment` is RFC 3339. The exact time is in its title. */
export function RelativeTime({ moment }: { moment: string }) {
  const when = new Date(moment);
  return (
    <time dateTime={moment} title={full.format(when)}>
      {timeInWords(when)}
    </time>
  );
}
