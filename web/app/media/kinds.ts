/** The types that people tell files apart by, as the library filters and draws them. */
import { t } from '@lingui/core/macro';
import { File, FileArchive, FileAudio, FileText, FileVideo, Image, type LucideIcon } from 'lucide-react';

export const KINDS = ['image', 'video', 'audio', 'document', 'archive', 'other'] as const;
export type Kind = (typeof KINDS)[number];

/** Whether what is about to be uploaded can be one of these, as far as a browser knows what it is. */
export function mayBe(kinds: readonly Kind[], mimeType: string): boolean {
  const [group] = mimeType.split('/');
  const known = KINDS.find((kind) => kind === group);
  return known ? kinds.includes(known) : kinds.some((kind) => !['image', 'video', 'audio'].includes(kind));
}

/** The one type of which something may be; none where it may be of several. */
export const onlyOf = (kinds: readonly Kind[] | undefined): Kind | undefined =>
  kinds?.length === 1 ? kinds[0] : undefined;

export const KIND_WORDS: Record<Kind, { label: string; many: string; icon: LucideIcon }> = {
  image: { label: t`Image`, many: t`Images`, icon: Image },
  video: { label: t`Video`, many: t`Videos`, icon: FileVideo },
  audio: { label: t`Audio`, many: t`Audio`, icon: FileAudio },
  document: { label: t`Document`, many: t`Documents`, icon: FileText },
  archive: { label: t`Archive`, many: t`Archives`, icon: FileArchive },
  other: { label: t`File`, many: t`Other files`, icon: File },
};

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'];

/** A size in the unit that suits it, with as many digits as say something: `3.4 MB`, `812 KB`. */
export function sizeInWords(bytes: number, write: (value: number) => string): string {
  let [value, unit] = [bytes, 0];
  // Not `1,000 KB`, which rounding would make of what is a little less than a megabyte.
  while (Math.round(value) >= 1000 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const shown = unit === 0 || value >= 10 ? Math.round(value) : Math.round(value * 10) / 10;
  return `${write(shown)} ${UNITS[unit]}`;
}
