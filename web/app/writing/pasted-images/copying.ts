/** Images of other sites on their way into the library: each address is asked for once at a time, however often it is pasted. */
import { t } from '@lingui/core/macro';
import { copyImages, MOST_AT_ONCE } from '../../api/file-copies.ts';
import { ProblemError } from '../../api/problem.ts';
import { openFolder } from './folder.ts';

/** What came of an address: where the image is now, or why it is not. */
export type Copied = { address: string } | NotCopied;

export interface NotCopied {
  reason: string;
  /** Somebody did not want it to be copied. */
  isCancelled?: boolean;
}

const underWay = new Map<string, Promise<Copied>>();

/** What comes of each address, by the address. Never rejects. */
export async function copyEach(addresses: readonly string[]): Promise<Map<string, Copied>> {
  const fresh = addresses.filter((address) => !underWay.has(address));
  for (let start = 0; start < fresh.length; start += MOST_AT_ONCE)
    begin(fresh.slice(start, start + MOST_AT_ONCE));
  const copied = addresses.map(async (address) => [address, await copyOf(address)] as const);
  return new Map(await Promise.all(copied));
}

async function copyOf(address: string): Promise<Copied> {
  return (await underWay.get(address)) ?? { reason: t`It could not be copied.` };
}

function begin(addresses: string[]): void {
  // Everybody sees them: so did everybody where they were.
  const asked = openFolder().then((folder) => copyImages(addresses, folder));
  for (const address of addresses) {
    const copied = asked.then(
      ({ success, failed }): Copied => {
        const file = success[address];
        return file
          ? { address: file.path.uri }
          : { reason: failed[address]?.detail ?? t`It could not be copied.` };
      },
      (error: unknown): Copied => ({ reason: reasonOf(error), isCancelled: isCancellation(error) }),
    );
    underWay.set(address, copied);
    // Pasted again later, it is asked for again: the file may have been deleted since.
    void copied.then(() => underWay.delete(address));
  }
}

const isCancellation = (error: unknown) => error instanceof ProblemError && error.code === 'copy_cancelled';

function reasonOf(error: unknown): string {
  const detail = error instanceof ProblemError ? error.detail : undefined;
  return detail ?? t`It could not be copied.`;
}
