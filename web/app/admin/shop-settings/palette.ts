import { definePalette } from '../palette/define-palette.ts';
import { settingRecords } from '../palette/setting-records.ts';
import entry from './entry.ts';
import { sectionsOf } from './sections.ts';

export default definePalette({
  entry,
  find: (words) => ({
    queryKey: ['palette shop settings', words],
    queryFn: () => settingRecords(entry, sectionsOf([], []), {}, words),
  }),
});
