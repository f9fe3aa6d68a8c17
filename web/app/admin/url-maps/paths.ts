/** What is sent of a typed address: of a page of the site itself, whose `origin` may have been pasted, its path. */
export function pathIn(typed: string, origin: string): string {
  const address = typed.trim();
  return address.startsWith(`${origin}/`) ? address.slice(origin.length) : address;
}
