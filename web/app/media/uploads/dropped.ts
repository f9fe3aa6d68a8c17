/** Files from the desktop: dropped, with the folders that they are in, or pasted. */

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

/** All files that were dropped. The entries have to be taken before anything is waited for: the browser forgets them. */
export async function droppedFiles(transfer: DataTransfer): Promise<Found[]> {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.() ?? null);
  if (entries.some((entry) => entry?.isDirectory)) {
    const found = await Promise.all(entries.map((entry) => (entry ? filesIn(entry, '') : [])));
    return found.flat();
  }
  return [...transfer.files].map((file) => ({ file, folder: '' }));
}

async function filesIn(entry: FileSystemEntry, folder: string): Promise<Found[]> {
  if (LITTER.test(entry.name)) return [];
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) =>
      (entry as FileSystemFileEntry).file(resolve, reject),
    );
    return [{ file, folder }];
  }
  const within = folder ? `${folder}/${entry.name}` : entry.name;
  const found: Found[] = [];
  for (const each of await entriesIn(entry as FileSystemDirectoryEntry))
    found.push(...(await filesIn(each, within)));
  return found;
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

/** Pasted images are all called `image.png`: the moment tells them apart. */
export function pastedFiles(transfer: DataTransfer | null, now = new Date()): Found[] {
  const moment = now.toISOString().slice(0, 19).replace('T', ' ').replaceAll(':', '.');
  return [...(transfer?.files ?? [])].map((file) => ({
    file: file.name === 'image.png' ? new File([file], `Pasted ${moment}.png`, { type: file.type }) : file,
    folder: '',
  }));
}
