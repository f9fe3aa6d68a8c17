/** How hard a password is to guess, roughly, and what would help. Only advice: the server has the rule. */
import { plural, t } from '@lingui/core/macro';

/** The rule of the auth service. */
export const MIN_PASSWORD = 10;

export interface Strength {
  /** 0 (nothing yet) to 4. */
  score: number;
  hint: string;
}

const COMMON = /^(?:pass(?:word)?|qwert[yz]|letmein|welcome|admin|iloveyou|abc|123)/i;

/** Characters that add something: runs (aaaa, 1234, abcd) count once. */
function effectiveLength(password: string): number {
  const codes = [...password].map((character) => character.codePointAt(0) ?? 0);
  const isStep = (index: number) => Math.abs((codes[index] ?? 0) - (codes[index - 1] ?? 0)) <= 1;
  return codes.filter((_, index) => index === 0 || !isStep(index)).length;
}

function kinds(password: string): number {
  return [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u].filter((kind) => kind.test(password)).length;
}

export function passwordStrength(password: string): Strength {
  const length = [...password].length;
  if (length === 0)
    return { score: 0, hint: t`At least ${MIN_PASSWORD} characters. A few unrelated words are good.` };
  if (length < MIN_PASSWORD) {
    const missing = MIN_PASSWORD - length;
    return {
      score: 1,
      hint: t`${plural(missing, { one: '# more character needed.', other: '# more characters needed.' })}`,
    };
  }
  const effective = effectiveLength(password) + 2 * (kinds(password) - 1);
  if (COMMON.test(password) || effective < 11)
    return { score: 1, hint: t`Easy to guess. Add a word that has nothing to do with it.` };
  if (effective < 14) return { score: 2, hint: t`Fair. One more word makes it strong.` };
  if (effective < 19) return { score: 3, hint: t`Strong.` };
  return { score: 4, hint: t`Very strong.` };
}
