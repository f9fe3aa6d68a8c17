import { noAnswer } from '../../api/fetch.ts';

/** The part that sends orders. Throws ProblemError where it cannot be had: nothing has been sent then. */
export async function loadPlacing(): Promise<typeof import('./placing.ts')> {
  try {
    return await import('./placing.ts');
  } catch (cause) {
    throw noAnswer(cause);
  }
}
