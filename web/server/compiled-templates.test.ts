import { expect, it } from 'vitest';
import { compileTemplate, type Sources } from './compiled-templates.ts';

const sources: Sources = {
  sharedSCSS: '$ink: #111111;',
  inlineSCSS: 'p { color: $ink; }',
  externalSCSS: '',
  inlineCSS: '',
  externalCSS: 'a { margin: 0px }',
  js: '',
  fonts: [],
};

it('compiles a template, and minifies what browsers get', async () => {
  expect(await compileTemplate(sources, 25_000)).toMatchObject({
    externalCSS: 'a { margin: 0px }',
    minified: { inlineCSS: 'p{color:#111}', externalCSS: 'a{margin:0}', js: '' },
    isMinified: true,
  });
});

it('gives what is compiled as it is where there is no time left to minify it', async () => {
  const inlineCSS = expect.stringContaining('color: #111111');
  expect(await compileTemplate(sources, 0)).toMatchObject({
    inlineCSS,
    minified: { inlineCSS, externalCSS: 'a { margin: 0px }', js: '' },
    isMinified: false,
  });
});

it('says what is wrong with a source', async () => {
  const faults = [expect.objectContaining({ field: 'inlineSCSS', line: 1 })];
  expect(await compileTemplate({ ...sources, inlineSCSS: 'p { color: $none }' })).toEqual({ faults });
});
