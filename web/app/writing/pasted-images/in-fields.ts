/** Other addresses for images in stored fields. */
import type { Addresses } from './place.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The fields that become others, as an update names them: none where no image has one of these addresses. */
export function withAddresses(fields: Fields, addresses: Addresses): Record<string, unknown> {
  const renewed = Object.entries(fields).map(([name, value]) => [name, renew(value, addresses)] as const);
  return Object.fromEntries(renewed.filter(([name, value]) => value !== fields[name]));
}

/** The value itself where nothing in it changes: texts may stand in lists and groups. */
function renew(value: unknown, addresses: Addresses): unknown {
  if (typeof value === 'string') return htmlWithAddresses(value, addresses);
  if (Array.isArray(value)) {
    const items = value.map((item) => renew(item, addresses));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  const changed = withAddresses(value as Fields, addresses);
  return Object.keys(changed).length > 0 ? { ...value, ...changed } : value;
}

/** HTML that shows images at other addresses; unchanged to the letter where it shows none of them. */
export function htmlWithAddresses(html: string, addresses: Addresses): string {
  if (!/<img/i.test(html)) return html;
  // In a template nothing is fetched, and nothing runs.
  const template = document.createElement('template');
  template.innerHTML = html;
  let isChanged = false;
  for (const image of template.content.querySelectorAll('img')) {
    const address = addresses.get(image.getAttribute('src') ?? '');
    if (!address) continue;
    image.setAttribute('src', address);
    isChanged = true;
  }
  return isChanged ? template.innerHTML : html;
}
