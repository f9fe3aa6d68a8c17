import { plural, t } from '@lingui/core/macro';
import { screenFormats } from '#words/screen-formats.ts';
import { Notice } from '../ui/notice.tsx';

/** That a list of several services lacks what some of them have. */
export function AwayNote({ away = [] }: { away: string[] | undefined }) {
  return <div role="status">{away.length > 0 && <Notice tone="warning">{awayInWords(away)}</Notice>}</div>;
}

export function awayInWords(away: string[]): string {
  const names = screenFormats().list(away.map((name) => `“${name}”`));
  return t`${plural(away.length, {
    one: `${names} is not answering. Its data is missing here.`,
    other: `${names} are not answering. Their data is missing here.`,
  })}`;
}
