import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as rules from './field-rules.ts';

const tests: Record<string, (value: string) => boolean> = {
  tagName: rules.isTagName,
  className: rules.isIdentifier,
  cssId: rules.isCssId,
  scope: rules.isScope,
  href: rules.isHref,
  colour: rules.isColour,
  textShadow: rules.isTextShadow,
  position: rules.isPosition,
  mediaAddress: rules.isMediaAddress,
  spaceStep: rules.isSpaceStep,
  rowWidth: rules.isRowWidth,
};

const file = new URL('../../../tests/vectors/node-fields.json', import.meta.url);
const vectors: Record<string, { allowed: string[]; refused: string[] }> = JSON.parse(
  readFileSync(file, 'utf8'),
);

describe('what may be typed into node fields', () => {
  it('has a rule for every kind', () => {
    expect(Object.keys(vectors)).toEqual(Object.keys(tests));
  });

  describe.each(Object.entries(vectors))('%s', (kind, { allowed, refused }) => {
    it.each(allowed)('allows %j', (value) => {
      expect(tests[kind]?.(value)).toBe(true);
    });

    it.each(refused)('refuses %j', (value) => {
      expect(tests[kind]?.(value)).toBe(false);
    });
  });
});
