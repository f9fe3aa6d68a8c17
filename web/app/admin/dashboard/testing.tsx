/** For tests: the dashboard, and what the services tell it. */
import { screen } from '@testing-library/react';
import { renderScreen } from '../../testing/screen.tsx';
import { Dashboard } from './dashboard.tsx';

export const status = (isWell: boolean, failedEvents = 0) => ({
  body: { failedEvents, dependencies: { database: { ok: true }, redis: { ok: isWell } } },
});

export const none = { results: [], total: 0 };
/** What all else on the dashboard is told: there is nothing, and all is well. */
export function rest(path: string) {
  if (path === '/cms/config') return { body: [] };
  if (path === '/cms/site') return { body: { hasMail: true } };
  if (path === '/client/links/checks/latest') return { body: { check: null } };
  return path.endsWith('/internal/status') ? status(true) : { body: none };
}

export const show = () =>
  renderScreen(
    [
      {
        path: '/cms-admin',
        Component: () => (
          <main>
            <Dashboard />
          </main>
        ),
      },
    ],
    '/cms-admin',
  );

/** What the line says that begins with these words. */
export const at = (name: string) =>
  screen.getByText(name).closest('li')?.textContent?.replace(name, '').trim();
