import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { SummaryOut } from '../../api/generated/index.ts';

/** `marked`: something is gone or sold out, as its row says. `undelivered`: no delivery charge is for the address. */
export type ObstacleName = 'marked' | 'undelivered';

/** Why a basket cannot be ordered as it is, going where it goes. */
export function obstacleOf(summary: SummaryOut | undefined): ObstacleName | undefined {
  if (summary?.rows.some(({ isAvailable }) => !isAvailable)) return 'marked';
  return summary?.delivery.state === 'unavailable' ? 'undelivered' : undefined;
}

interface ObstacleProps {
  name: ObstacleName | undefined;
  canCollect: boolean;
}

/** Names the obstacle beside the button: on a phone a buyer there no longer sees the summary. */
export function Obstacle({ name, canCollect }: ObstacleProps): ReactNode {
  const { t } = useLingui();
  const words: Record<ObstacleName, string> = {
    marked: t`This cannot be ordered as it is. Please check what is marked in the summary.`,
    undelivered: canCollect
      ? t`We do not deliver to this address. Please choose another one, or collect the order.`
      : t`We do not deliver to this address. Please choose another one.`,
  };
  return (
    <div className="pw-till-obstacle" role="status">
      {name && <p className="pw-form-problem">{words[name]}</p>}
    </div>
  );
}
