/** The options of a choice that are written one on each line, each once. */
export function optionLines(text: unknown): string[] {
  if (typeof text !== 'string') return [];
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.trim());
  return [...new Set(lines.filter(Boolean))];
}
