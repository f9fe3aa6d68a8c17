import { t } from '@lingui/core/macro';
import type { TrackerOut } from '../../api/generated/index.ts';

/** What a tracker is for; all but the first are loaded only for who agrees. */
export const CATEGORIES: Record<TrackerOut['category'], string> = {
  necessary: t`Necessary`,
  functional: t`Comfort`,
  statistics: t`Statistics`,
  marketing: t`Marketing`,
};

export const PLACES: Record<TrackerOut['place'], string> = {
  head: t`In the head`,
  body: t`At the end of the page`,
};
