import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { OVER, type Second } from '../../identity/second-factor.ts';
import type { Words } from './problem.ts';

const WORDS = {
  app: {
    label: msg`Code`,
    hint: msg`From your authenticator app, or one of your recovery codes.`,
    wrong: msg`This code is incorrect. Codes in the app change every 30 seconds.`,
  },
  recovery: {
    label: msg`Recovery code`,
    hint: msg`One of the codes that you saved. Each works once.`,
    wrong: msg`This code is incorrect or has already been used.`,
  },
};

/** Whether a code can be typed for the second step. */
export const takesCode = ({ methods }: Second): boolean =>
  methods.includes('totp') || methods.includes('recovery');

/** What the field for a code is called, and what is said of one that is refused. */
export function codeWords({ methods }: Second): {
  label: MessageDescriptor;
  hint: MessageDescriptor;
  words: Words;
} {
  const { label, hint, wrong } = WORDS[methods.includes('totp') ? 'app' : 'recovery'];
  const words: Words = ({ code, errors }) => {
    if (code === 'challenge_expired') return OVER;
    // Where the service marks the field, that says it.
    return code === 'wrong_code' && errors.length === 0 ? wrong : undefined;
  };
  return { label, hint, words };
}
