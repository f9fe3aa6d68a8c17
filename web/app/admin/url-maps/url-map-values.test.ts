import { expect, it } from 'vitest';
import type { UrlMapOut } from '../../api/generated/index.ts';
import { inputOf, valuesOf } from './url-map-values.ts';

const SITE = 'https://site.example';
const map = { source: '/old', destination: '/new', responseCode: 307 } as UrlMapOut;

it('gives back what it was given', () => {
  expect(inputOf(valuesOf(map), SITE)).toEqual({ source: '/old', destination: '/new', responseCode: 307 });
});

it('takes the site’s own address off what was pasted', () => {
  const values = { ...valuesOf(map), source: ` ${SITE}/old `, destination: `${SITE}.evil.example/` };
  expect(inputOf(values, SITE)).toMatchObject({
    source: '/old',
    destination: `${SITE}.evil.example/`,
  });
});

it('sends no destination for what is gone', () => {
  expect(inputOf({ ...valuesOf(map), responseCode: '410' }, SITE)).toMatchObject({ destination: null });
});
