import axe from 'axe-core';

/** Contrast is left out, for jsdom paints nothing; the document's language and title are the host's. */
const NOT_HERE = ['color-contrast', 'html-has-lang', 'document-title'];

// Menus and the like stand at the end of the document and belong to the button that opened them, not to a landmark.
axe.configure({ rules: [{ id: 'region', selector: 'body *:not([data-portal], [data-portal] *)' }] });

/** What axe finds wrong with what is drawn. */
export async function accessibilityFaults(): Promise<string[]> {
  const { violations } = await axe.run(document, {
    rules: Object.fromEntries(NOT_HERE.map((rule) => [rule, { enabled: false }])),
  });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
}
