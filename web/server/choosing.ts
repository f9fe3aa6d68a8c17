/** Which of the traces that begin in this process are sent; kit.watching.choosing does the same for the services. */

/** So many where no share is asked for: on a quiet site all, on a busy one what costs little. */
export const PER_SECOND = 5;
/** So many after a while without any: a page is several requests. */
const AT_ONCE = 25;

/** What says of each trace that begins whether it is sent: by chance where `share` (0 to 1) of them is to be. */
export function chooserOf(share: number | undefined, now = () => performance.now()): () => boolean {
  if (share !== undefined) return () => Math.random() < share;
  let left = AT_ONCE;
  let last = now();
  return () => {
    const time = now();
    left = Math.min(AT_ONCE, left + ((time - last) / 1000) * PER_SECOND);
    last = time;
    if (left < 1) return false;
    left -= 1;
    return true;
  };
}
