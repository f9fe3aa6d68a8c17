/**
 * What becomes of pasted images: those of other sites are copied into the library, those that come as bytes are uploaded.
 * The text has them at once, at the address that they have or will have; nothing is waited for.
 */
import { type FileRecord, updateFile } from '../../api/files.ts';
import { newKey } from '../../api/new-key.ts';
import type * as Queue from '../../media/uploads/queue.ts';
import { toast } from '../../ui/toast.ts';
import { type Audience, whitelistFor } from './audience.ts';
import type { Copied } from './copying.ts';
import { likelyFolder, openFolder } from './folder.ts';
import {
  type Failure,
  noticeOfCancelled,
  noticeOfCopies,
  noticeOfFailures,
  noticeOfHidden,
  noticeOfLeft,
  noticeOfNoUpload,
  progressNotice,
} from './notices.ts';
import type { Outcome, Place } from './place.ts';

// Few texts get an image by pasting: what carries it into the library is loaded then.
const copyEach = async (addresses: readonly string[]): Promise<Map<string, Copied>> =>
  (await import('./copying.ts')).copyEach(addresses);
const upload = async (...given: Parameters<typeof Queue.upload>): Promise<FileRecord[]> =>
  (await import('../../media/uploads/queue.ts')).upload(...given);

const EXTENSIONS: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/svg+xml': 'svg',
  'image/x-icon': 'ico',
  'image/vnd.microsoft.icon': 'ico',
};

/**
 * Copies images of other sites, at these addresses, into the library and shows them from there. `spare` is the image
 * itself, where it came along with its only address: taken where the address leads nowhere that the site reaches.
 */
export async function copyPasted(addresses: readonly string[], place: Place, spare?: File): Promise<void> {
  const note = toast.show(progressNotice(addresses.length));
  // The service asks whole addresses; the text may have `//example.org/a.png`.
  const whole = new Map(addresses.map((address) => [address, new URL(address, location.href).href]));
  // Of several images nobody knows which of them came along.
  const ofOne = whole.size === 1 ? spare : undefined;
  const copied = await copyEach([...new Set(whole.values())]).catch(() => new Map<string, Copied>());
  const found = new Map<string, string>();
  const failures: Failure[] = [];
  const cancelled: string[] = [];
  for (const [address, asked] of whole) {
    const copy = await withSpare(copied.get(asked), ofOne, place, (stored) => show(place, address, stored));
    if (copy && 'address' in copy) found.set(address, copy.address);
    else if (copy?.isCancelled) cancelled.push(address);
    else failures.push({ address, reason: copy?.reason ?? '' });
  }
  toast.close(note);
  const again = (some: string[]) => () => void copyPasted(some, place, ofOne);
  if (failures.length > 0) {
    const failed = failures.map(({ address }) => address);
    toast.show(noticeOfFailures(failures, again(failed)));
  }
  if (cancelled.length > 0) toast.show(noticeOfCancelled(cancelled, again(cancelled)));
  if (found.size > 0) tell(await place.replace(found), found.size);
}

/** An upload that fails can be tried again in the list of uploads: `onLater` is told where the image is then. */
function withSpare(
  copied: Copied | undefined,
  spare: File | undefined,
  place: Place,
  onLater: (address: string) => void,
): Promise<Copied | undefined> | Copied | undefined {
  // Cancelled, the image is not wanted in the library either way.
  if (!spare || (copied && ('address' in copied || copied.isCancelled))) return copied;
  return new Promise((resolve) => {
    let isOver = false;
    const end = (outcome: Copied | undefined) => {
      isOver = true;
      resolve(outcome);
    };
    void store(named(spare), place.audience?.() ?? [], () => end(copied)).then((stored) => {
      if (stored && isOver) onLater(stored.path.uri);
      else end(stored ? { address: stored.path.uri } : copied);
    });
  });
}

async function show(place: Place, address: string, stored: string): Promise<void> {
  tell(await place.replace(new Map([[address, stored]])), 1);
}

function tell(outcome: Outcome, count: number): void {
  if (outcome === 'replaced') toast.show(noticeOfCopies(count));
  else if (outcome === 'gone') toast.show(noticeOfLeft(count));
}

/**
 * Uploads a pasted image, and gives the address that it will have. Its name is drawn by lot, so that nobody else's file stands
 * there: a text may be saved, left or undone meanwhile, and no one has to come back to it.
 */
export function uploadPasted(file: File, place: Place, owner: Document): string {
  const image = named(file);
  const address = `/files/${encodeURIComponent(likelyFolder())}/${image.name}`;
  void store(image, place.audience?.() ?? []).then(async (stored) => {
    if (!stored) toast.show(noticeOfNoUpload());
    else if (stored.path.uri === address) showAgain(owner, address);
    else await place.replace(new Map([[address, stored.path.uri]]));
  });
  return address;
}

/**
 * Uploads an image, for those who see the place where it stands. One that is not for everybody is for nobody but editors
 * until it is known for whom it is.
 */
async function store(
  file: File,
  audience: Audience,
  onFailure?: () => void,
): Promise<FileRecord | undefined> {
  const isPublic = audience.length === 0;
  const folder = await openFolder();
  const [stored] = await upload([{ file, folder }], '', { onFailure, isPublic }).catch(() => []);
  if (!stored || isPublic) return stored;
  try {
    const scopeWhitelist = whitelistFor(audience);
    if (scopeWhitelist.length === 0) toast.show(noticeOfHidden());
    else await updateFile(stored, { metaData: { scopeWhitelist } });
  } catch {
    toast.show(noticeOfHidden());
  }
  return stored;
}

function named(file: File): File {
  const extension = EXTENSIONS[file.type] ?? file.type.split('/')[1] ?? 'png';
  return new File([file], `image-${newKey().slice(0, 8)}.${extension}`, { type: file.type });
}

/** A browser does not ask again by itself for an image that was not there. */
function showAgain({ images }: Document, address: string): void {
  for (const image of images) if (image.getAttribute('src') === address) image.setAttribute('src', address);
}
