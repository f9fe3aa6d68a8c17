/** What a right password goes on with where there is a second factor: at a login, and where a session is confirmed. */
import { msg } from '@lingui/core/macro';
import { ProblemError } from '../api/problem.ts';

export type Method = 'totp' | 'recovery' | 'passkey';

const METHODS: readonly Method[] = ['totp', 'recovery', 'passkey'];

export interface Second {
  challenge: string;
  /** By what it can be shown; those that these screens do not know are left out. */
  methods: Method[];
}

/** For a challenge that is over before it was answered, where a session is confirmed. */
export const OVER = msg`This has expired or had too many attempts. Start again.`;

/** The second step that a refusal asks for; undefined for every other. */
export function secondAfter(error: unknown): Second | undefined {
  if (!(error instanceof ProblemError) || error.code !== 'second_factor_needed') return undefined;
  const { challenge, methods } = error.extensions;
  return typeof challenge === 'string' ? secondOf(challenge, methods) : undefined;
}

/** The second step of a challenge, by those of the named methods that there are. */
export function secondOf(challenge: string, methods: unknown): Second {
  const named: unknown[] = Array.isArray(methods) ? methods : [];
  return { challenge, methods: METHODS.filter((method) => named.includes(method)) };
}
