import { expect, it } from 'vitest';
import { excessOf } from './excess.tsx';

const heading = (length: number) => ({ ref: 'cms.textImage', fields: { heading: '🦆'.repeat(length) } });

it('says by how many characters a text is too long, counted as the service counts them', () => {
  expect(excessOf(heading(200))).toBeUndefined();
  expect(excessOf(heading(201))).toBe(
    'Heading: 1 character too many to save. This can have 200 characters at most.',
  );
  expect(excessOf(heading(1_543))).toContain('1,343 characters too many');
});

it('says nothing of other faults, nor of plugins that are not known', () => {
  expect(excessOf({ ref: 'cms.menu', fields: { orientation: 'sideways' } })).toBeUndefined();
  expect(excessOf({ ref: 'acme.clock', fields: { zone: 'x'.repeat(1_000_000) } })).toBeUndefined();
});
