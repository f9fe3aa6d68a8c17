import { afterEach, expect, it } from 'vitest';
import { cookieColorSchemeManager } from './colour-scheme.ts';

afterEach(() => cookieColorSchemeManager().clear());

it('keeps the choice where the host can read it, and "as the system" as no choice', () => {
  const manager = cookieColorSchemeManager();
  expect(manager.get('auto')).toBe('auto');
  manager.set('dark');
  expect(document.cookie).toContain('pagewright_scheme=dark');
  expect(cookieColorSchemeManager().get('auto')).toBe('dark');
  manager.set('auto');
  expect(document.cookie).not.toContain('pagewright_scheme');
});

it.each(['purple', 'darker', ''])('takes no notice of %j in the cookie', (value) => {
  // biome-ignore lint/suspicious/noDocumentCookie: as a visitor could set it
  document.cookie = `pagewright_scheme=${value}; Path=/`;
  expect(cookieColorSchemeManager().get('auto')).toBe('auto');
});
