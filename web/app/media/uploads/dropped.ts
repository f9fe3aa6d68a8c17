/** Files from the desktop: dropped, with the folders that they are in, or pasted. */
import { plural, t } from '@lingui/core/macro';
import { formatsFor } from '#words/format.ts';
import { readPerson } from '#words/screen-formats.ts';
import { toast } from '../../ui/toast.ts';

export interface Found {
  file: File;
  /** The folder that it is in, below what was dropped: `Summer/Beach`. Empty for files by themselves. */
  folder: string;
}

/** Systems leave these in folders; nobody means to upload them. */
const LITTER = /^(\.DS_Store|Thumbs\.db|desktop\.ini|\._.*)$/i;

/** Whether there are files in what is dragged. */
export const hasFiles = (transfer: DataTransfer | null): boolean =>
  transfer?.types.includes('Files') ?? false;

/**
 * All files that were dropped; that folders have none, or what of them cannot be read, is said. The entries have to be
 * taken before anything is waited for: the browser forgets them.
 */
export async function droppedFiles(transfer: DataTransfer): Promise<Found[]> {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.() ?? null);
  if (entries.some((entry) => entry?.isDirectory)) {
    const unread: string[] = [];
    const found = await Promise.all(entries.map((entry) => (entry ? filesIn(entry, '', unread) : [])));
    if (unread.length > 0) sayUnread(unread);
    else if (found.flat().length === 0) toast.error(t`There are no files in what you dropped.`);
    return found.flat();
  }
  return [...transfer.files].map((file) => ({ file, folder: '' }));
}

/** The names of what cannot be read are added to `unread`: files go, or are locked, while others are read. */
async function filesIn(entry: FileSystemEntry, folder: string, unread: string[]): Promise<Found[]> {
  if (LITTER.test(entry.name)) return [];
  try {
    if (entry.isFile) {
      const file = await new Promise<File>((resolve, reject) =>
        (entry as FileSystemFileEntry).file(resolve, reject),
      );
      return [{ file, folder }];
    }
    const within = folder ? `${folder}/${entry.name}` : entry.name;
    const found: Found[] = [];
    for (const each of await entriesIn(entry as FileSystemDirectoryEntry))
      found.push(...(await filesIn(each, within, unread)));
    return found;
  } catch {
    unread.push(entry.name);
    return [];
  }
}

function sayUnread([name = '', ...others]: readonly string[]): void {
  const more = others.length;
  toast.show({
    kind: 'danger',
    message: t`“${name}” could not be read and is not uploaded.`,
    detail:
      more > 0
        ? t`${plural(more, { one: '# other could not be read, either.', other: '# others could not be read, either.' })}`
        : undefined,
  });
}

/** A reader gives a hundred at a time, and none when it is through. */
async function entriesIn(directory: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = directory.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return all;
    all.push(...some);
  }
}

/** Of a file input; with `webkitdirectory` they come with their folders. */
export const chosenFiles = (files: FileList): Found[] =>
  [...files]
    .filter(({ name }) => !LITTER.test(name))
    .map((file) => ({ file, folder: file.webkitRelativePath.split('/').slice(0, -1).join('/') }));

/** Pasted images are all called `image.png`: the moment tells them apart, by the clock of who pastes. */
export function pastedFiles(transfer: DataTransfer | null, now = new Date()): Found[] {
  // As Swedes write it, moments sort by their names: 2026-11-22 09.30.05.
  const { dateTime } = formatsFor('sv-SE', readPerson().timeZone);
  const moment = dateTime(now, 'short', 'medium').replaceAll(':', '.');
  return [...(transfer?.files ?? [])].map((file) => ({
    file: file.name === 'image.png' ? new File([file], `Pasted ${moment}.png`, { type: file.type }) : file,
    folder: '',
  }));
}
