import { OVER, type Second } from '../../identity/second-factor.ts';
import type { Words } from './problem-words.ts';

const WORDS = {
  app: {
    label: 'Code',
    hint: 'From your authenticator app, or one of your recovery codes.',
    wrong: 'That code is not right. Codes of the app change every 30 seconds.',
  },
  recovery: {
    label: 'Recovery code',
    hint: 'One of those that you kept. Each works once.',
    wrong: 'That code is not right, or it was used before.',
  },
};

/** Whether a code can be typed for the second step. */
export const takesCode = ({ methods }: Second): boolean =>
  methods.includes('totp') || methods.includes('recovery');

/** What the field for a code is called, and what is said of one that is refused. */
export function codeWords({ methods }: Second): { label: string; hint: string; words: Words } {
  const { label, hint, wrong } = WORDS[methods.includes('totp') ? 'app' : 'recovery'];
  const words: Words = ({ code, errors }) => {
    if (code === 'challenge_expired') return OVER;
    // Where the service marks the field, that says it.
    return code === 'wrong_code' && errors.length === 0 ? wrong : undefined;
  };
  return { label, hint, words };
}
