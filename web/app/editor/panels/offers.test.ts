import { describe, expect, it } from 'vitest';
import { findPlugins, isFound, offeredPlugins } from './offers.ts';

describe('searching', () => {
  const plugins = offeredPlugins(undefined);

  it('finds by the beginning of any word, in any order', () => {
    expect(isFound('im te', ['Text and image'])).toBe(true);
    expect(isFound('age', ['Text and image'])).toBe(false);
    expect(findPlugins(plugins, 'picture').map(({ ref }) => ref)).toEqual(['cms.textImage']);
  });

  it('shows what is called so before what is only described so', () => {
    expect(findPlugins(plugins, 'text')[0]?.label).toMatch(/^Text/);
    expect(findPlugins(plugins, '')).toHaveLength(plugins.length);
  });
});
