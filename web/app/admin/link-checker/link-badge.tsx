import { t } from '@lingui/core/macro';
import { Check, CircleHelp, Clock, CornerUpRight, EyeOff, TriangleAlert } from 'lucide-react';
import type { LinkOut } from '../../api/generated/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { type LinkState, STATES } from './words.ts';

const LOOKS: Record<LinkState, Omit<Parameters<typeof Badge>[0], 'children'>> = {
  ok: { tone: 'good', icon: Check },
  redirected: { tone: 'warning', icon: CornerUpRight },
  broken: { tone: 'danger', icon: TriangleAlert },
  unclear: { tone: 'warning', icon: CircleHelp },
  unchecked: { icon: Clock },
};

/** How a link is, in a word. */
export function LinkBadge({ link }: { link: LinkOut }) {
  if (link.isIgnored) return <Badge icon={EyeOff}>{t`Ignored`}</Badge>;
  return <Badge {...LOOKS[link.state]}>{STATES[link.state]}</Badge>;
}
