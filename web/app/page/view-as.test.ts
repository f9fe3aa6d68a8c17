import { describe, expect, it } from 'vitest';
import { cookieValue, headerValue, readViewAs, VIEW_AS_COOKIE } from './view-as.ts';

describe('readViewAs', () => {
  it.each([[[]], [['club']], [['club', 'crm:read', 'a.b_c-d']]])(
    'gives back what was written: %j',
    (viewAs) => {
      const cookies = `a=b; ${VIEW_AS_COOKIE}=${cookieValue(viewAs)}; pagewright_session=x`;
      expect(readViewAs(cookies)).toEqual(viewAs);
    },
  );

  it.each([
    '',
    'a=b',
    `${VIEW_AS_COOKIE}=`,
    `${VIEW_AS_COOKIE}`,
    `${VIEW_AS_COOKIE}=+`,
    `${VIEW_AS_COOKIE}=club+`,
    `${VIEW_AS_COOKIE}=club,staff`,
    `${VIEW_AS_COOKIE}=--`,
    `${VIEW_AS_COOKIE}=%0d%0aX: y`,
    `${VIEW_AS_COOKIE}=${'x'.repeat(65)}`,
    `${VIEW_AS_COOKIE}=${Array(65).fill('a').join('+')}`,
    `x${VIEW_AS_COOKIE}=club`,
  ])('finds nobody in %j', (cookies) => {
    expect(readViewAs(cookies)).toBeUndefined();
  });
});

it('is written for content as its header has it', () => {
  expect(headerValue([])).toBe('-');
  expect(headerValue(['club', 'staff'])).toBe('club,staff');
});
