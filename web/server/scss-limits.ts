/** Characters: what content stores of a source, and of the CSS that is made from it. */
export const MOST_CHARACTERS = 1_000_000;
