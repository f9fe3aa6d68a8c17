import { t } from '@lingui/core/macro';
import { UserPlus } from 'lucide-react';
import { addressOf } from '../define-entry.ts';
import { definePalette } from '../palette/define-palette.ts';
import entry from './entry.ts';

export default definePalette({
  entry,
  actions: [
    {
      label: t`Invite a person`,
      keywords: t`user account email`,
      icon: UserPlus,
      href: addressOf(entry, 'new'),
    },
  ],
});
