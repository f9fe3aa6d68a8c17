import { type ConfigEntry, listConfigOptions } from '../../api/config.ts';
import { definePalette } from '../palette/define-palette.ts';
import { settingRecords } from '../palette/setting-records.ts';
import { configValuesOf } from './config-values.ts';
import entry from './entry.ts';
import { sectionsOf } from './sections.tsx';

export default definePalette({
  entry,
  find: (words) => ({
    ...listConfigOptions(),
    select: (entries: ConfigEntry[]) =>
      settingRecords(entry, sectionsOf(entries), configValuesOf(entries), words),
  }),
});
