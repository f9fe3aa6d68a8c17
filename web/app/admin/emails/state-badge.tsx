import { Archive, Check, Clock, TriangleAlert } from 'lucide-react';
import type { EmailRecord, EmailState } from '../../api/emails.ts';
import { Badge } from '../../ui/badge.tsx';
import { STATES } from './words.ts';

const LOOKS: Record<EmailState, Omit<Parameters<typeof Badge>[0], 'children'>> = {
  sent: { tone: 'good', icon: Check },
  queued: { icon: Clock },
  kept: { tone: 'warning', icon: Archive },
  failed: { tone: 'danger', icon: TriangleAlert },
};

/** What became of an email, in a word. */
export function StateBadge({ email }: { email: EmailRecord }) {
  return <Badge {...LOOKS[email.state]}>{STATES[email.state]}</Badge>;
}
