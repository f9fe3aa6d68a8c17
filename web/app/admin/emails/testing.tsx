/** For tests: an email of the log, and the screens with it. */
import type { EmailRecord } from '../../api/emails.ts';
import { renderScreen } from '../../testing/screen.tsx';
import { AdminScreen } from '../admin-screen.tsx';
import './resource.tsx';
import { EmailView } from './email-view.tsx';

export const email: EmailRecord = {
  id: '0198',
  kind: 'reset_password',
  to: { name: 'Ann Ash', emailAddress: 'ann@example.org' },
  subject: 'Choose a new password',
  state: 'kept',
  reason: null,
  attempts: 0,
  hasSecret: true,
  createdAt: '2026-01-02T10:00:00Z',
  sentAt: null,
  askedAgainAt: null,
  obstacle: null,
  mayHaveArrived: false,
  templateName: null,
  isLogged: true,
  attachments: [],
  version: 1,
  text: 'Open http://localhost/#token=x',
  html: '<html><head></head><body><script>alert(1)</script><a href="http://localhost/">Open</a></body></html>',
  bodyHidden: null,
};

export const show = (at: string) =>
  renderScreen(
    [
      {
        path: '/cms-admin/*',
        Component: () => (
          <main>
            <AdminScreen />
          </main>
        ),
      },
    ],
    at,
  );

export const read = (record: EmailRecord) =>
  renderScreen([{ path: '/', Component: () => <EmailView record={record} /> }], '/');
