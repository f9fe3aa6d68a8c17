/** Solves the puzzle of a ticket, a few milliseconds at a time, so that typing is never held up. */
import { sha256 } from './sha256.ts';

const SLICE = 20;

/** A text with which the SHA-256 of `<ticket>:<text>` begins with so many zero bits. */
export async function solve(ticket: string, difficulty: number): Promise<string> {
  const bytes = new TextEncoder();
  let candidate = 0;
  for (;;) {
    const end = performance.now() + SLICE;
    while (performance.now() < end) {
      for (let round = 0; round < 50; round++, candidate++) {
        const first = sha256(bytes.encode(`${ticket}:${candidate}`))[0] as number;
        if (Math.clz32(first) >= difficulty) return String(candidate);
      }
    }
    await new Promise((next) => setTimeout(next));
  }
}
