/** The folder of the library that pasted images go into: one that everybody sees. */
import { bucketsListBuckets } from '../../api/generated/index.ts';

const FOLDER = 'Pasted';
/** Names that are tried where somebody has restricted the first. */
const MOST = 20;

let latest = FOLDER;

/** The one that was found last: what is pasted now is on its way there, as far as anybody knows. */
export const likelyFolder = (): string => latest;

/**
 * A folder whose files visitors see. Restricted ones are passed over: what is pasted there would be missing on public
 * pages, and the image's own whitelist keeps those of others to some. Where nobody can tell, the service decides.
 */
export async function openFolder(): Promise<string> {
  try {
    const { data } = await bucketsListBuckets({ query: { q: FOLDER, sort: 'name', limit: 100 } });
    const restricted = new Set(
      data.results
        .filter(({ metaData }) => (metaData.scopeWhitelist ?? []).length > 0)
        .map(({ name }) => name.toLowerCase()),
    );
    const names = Array.from({ length: MOST }, (_, index) =>
      index === 0 ? FOLDER : `${FOLDER}-${index + 1}`,
    );
    latest = names.find((name) => !restricted.has(name.toLowerCase())) ?? FOLDER;
  } catch {
    // The upload says what is wrong.
  }
  return latest;
}
