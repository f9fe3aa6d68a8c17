import { t } from '@lingui/core/macro';
import { Unlink } from 'lucide-react';
import { linksStartCheck } from '../../api/generated/index.ts';
import { linksKey } from '../../api/links.ts';
import { definePalette } from '../palette/define-palette.ts';

export default definePalette({
  actions: [
    {
      label: t`Check all links`,
      keywords: t`broken`,
      icon: Unlink,
      run: (client) => linksStartCheck().finally(() => client.invalidateQueries({ queryKey: linksKey })),
    },
  ],
});
