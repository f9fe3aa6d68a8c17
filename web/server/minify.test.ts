import { describe, expect, it } from 'vitest';
import { minify, minifyTemplate, minifyTemplateWithin } from './minify.ts';

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

describe('within a time', () => {
  const sources = { inlineCSS: 'p { margin: 0px }', externalCSS: '', js: '' };

  it('gives nothing where the machine is too busy for it, and holds up no other', async () => {
    expect(await minifyTemplateWithin(1, sources)).toBeUndefined();
    expect((await minifyTemplate(sources)).inlineCSS).toBe('p{margin:0}');
  });

  it('gives the same where there is enough of it', async () => {
    expect(await minifyTemplateWithin(100_000, sources)).toEqual(await minifyTemplate(sources));
  });
});
