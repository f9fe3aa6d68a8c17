import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Captcha } from './captcha.ts';

beforeEach(() => {
  document.documentElement.lang = 'de-AT';
});

afterEach(() => {
  document.documentElement.lang = '';
  document.head.replaceChildren();
  vi.unstubAllGlobals();
});

it.each([
  ['recaptcha', 'grecaptcha', 'de-AT', undefined],
  ['hcaptcha', 'hcaptcha', 'de-AT', undefined],
  ['turnstile', 'turnstile', null, 'de-AT'],
])('the widget of %s speaks the language of the page', async (provider, name, inAddress, inOptions) => {
  const render = vi.fn(() => 0);
  vi.stubGlobal(name, { render, reset: () => undefined });
  const loading = Captcha.load(provider, 'key', document.createElement('div'));
  const script = document.querySelector('script');
  script?.dispatchEvent(new Event('load'));
  await loading;
  expect(new URL(script?.src ?? '').searchParams.get('hl')).toBe(inAddress);
  expect(render.mock.calls).toEqual([
    [
      expect.anything(),
      inOptions
        ? expect.objectContaining({ language: inOptions })
        : expect.not.objectContaining({ language: 'de-AT' }),
    ],
  ]);
});
