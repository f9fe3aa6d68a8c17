import { describe, expect, it } from 'vitest';
import { minify } from './minify.ts';

describe('minify', () => {
  it('says the same in fewer bytes', async () => {
    expect(await minify('css', 'body {\n  color: #111111;\n}')).toBe('body{color:#111}');
    expect(await minify('js', 'const word = "a";\nwindow.said = word + "!";\n')).toContain('window.said=');
    expect(await minify('css', ' ')).toBe('');
  });

  it('leaves a script as it is that cannot be read', async () => {
    expect(await minify('js', 'const = ;')).toBe('const = ;');
  });

  // In our own process this would be the end of the host, at each request anew.
  it.each([
    ['css', ':not('],
    ['css', 'a{'],
    ['js', '['],
    ['js', 'if(a)'],
  ] as const)('outlives %s that is nested too deep: %s', async (kind, part) => {
    const source = part.repeat(150_000);
    expect((await minify(kind, source)) === source).toBe(true);
    expect(await minify('css', 'a { }\np { margin: 0px }')).toBe('p{margin:0}');
  });
});
