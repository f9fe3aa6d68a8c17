/** Choices of a field or a filter from the words of each value, in their order. */
export const optionsOf = (words: Record<string, string>): { value: string; label: string }[] =>
  Object.entries(words).map(([value, label]) => ({ value, label }));
