/** An element with styles. `id` is one of our own names. */
export function styleElement(id: string, css: string): string {
  return `<style id="${id}">${cssForStyle(css)}</style>`;
}

/** Nothing in CSS can end the style element: where `</` stands, in strings and comments, `<\/` means the same. */
export function cssForStyle(css: string): string {
  return css.replaceAll('</', '<\\/');
}
