import { t } from '@lingui/core/macro';
import { Unlink } from 'lucide-react';
import { linksStartCheck } from '../../api/generated/index.ts';
import { linksKey } from '../../api/links.ts';
import { definePalette } from '../palette/define-palette.ts';
import entry from './entry.ts';

export default definePalette({
  entry,
  actions: [
    {
      label: t`Check all links`,
      keywords: t`broken`,
      icon: Unlink,
      run: (client) => linksStartCheck().finally(() => client.invalidateQueries({ queryKey: linksKey })),
    },
  ],
});
