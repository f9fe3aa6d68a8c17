/** What a file is, by its media type: as the library filters and draws it. */
import { t } from '@lingui/core/macro';
import { File, FileArchive, FileAudio, FileText, FileVideo, Image, type LucideIcon } from 'lucide-react';

export const KINDS = ['image', 'video', 'audio', 'document', 'archive', 'other'] as const;
export type Kind = (typeof KINDS)[number];

/** As `cms.files.types` has it: what a list is filtered by is what its files are called. */
const ARCHIVES = ['application/zip', 'application/gzip'];
const DOCUMENTS = [
  ...['application/pdf', 'application/rtf', 'application/msword', 'application/epub+zip'],
  ...['text/plain', 'text/markdown', 'text/csv', 'text/tab-separated-values', 'text/calendar', 'text/vcard'],
];
const OFFICE = /^application\/vnd\.(openxmlformats-|oasis\.|ms-)/;

export function kindOf(mimeType: string): Kind {
  const [group = ''] = mimeType.split('/');
  if (group === 'image' || group === 'video' || group === 'audio') return group;
  if (DOCUMENTS.includes(mimeType) || OFFICE.test(mimeType)) return 'document';
  return ARCHIVES.includes(mimeType) ? 'archive' : 'other';
}

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
