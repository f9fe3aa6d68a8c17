import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { sha256 } from './sha256.ts';
import { solve } from './solve.ts';

const hex = (words: Int32Array) =>
  [...words].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');

describe('SHA-256', () => {
  // Around the ends of blocks, where padding needs another.
  it.each([0, 1, 3, 54, 55, 56, 57, 63, 64, 65, 119, 120, 200])(
    'of %i bytes is the one of the standard',
    (length) => {
      const message = Uint8Array.from({ length }, (_, index) => (index * 37 + length) % 256);
      expect(hex(sha256(message))).toBe(createHash('sha256').update(message).digest('hex'));
    },
  );
});

it('a solved puzzle is one that the server takes', async () => {
  const solution = await solve('script.0123.1', 10);
  const digest = createHash('sha256').update(`script.0123.1:${solution}`).digest();
  expect(digest.readUInt32BE() >>> 22).toBe(0);
});
