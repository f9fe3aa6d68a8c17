import { render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { App } from './app.tsx';

afterEach(() => {
  delete document.documentElement.dataset.siteLanguage;
  sessionStorage.clear();
});

it("says in the site's language that the session has ended, where the login follows", async () => {
  document.documentElement.dataset.siteLanguage = 'de';
  sessionStorage.setItem('pagewright-session-expired', '1');
  history.replaceState(null, '', '/cms-login');
  render(<App />);
  const notice = await screen.findByRole('dialog', { name: 'Abgemeldet' });
  expect(notice.textContent).toContain('Ihre Sitzung ist abgelaufen');
});
