/** Who sees a pasted image: nobody more than see the place where it stands. */

/** Whitelists that all have to let somebody through; none for everyone. */
export type Audience = readonly (readonly string[])[];

/**
 * One list for the image itself, each scope on which opens all of the audience's. Empty where no scope does by itself:
 * then editors alone see the image, and are told so.
 */
export function whitelistFor(audience: Audience): string[] {
  const [first = [], ...others] = audience;
  return first.filter((scope) => others.every((whitelist) => whitelist.includes(scope)));
}
