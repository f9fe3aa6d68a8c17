import { definePalette } from '../palette/define-palette.ts';
import { settingRecords } from '../palette/setting-records.ts';
import { CARDS, labelOf } from './cards.ts';
import entry from './entry.ts';

const SECTIONS = Object.values(CARDS).map(({ title, settings }) => ({
  title,
  fields: settings.map((name) => ({ name, label: labelOf(name) })),
}));

export default definePalette({
  entry,
  find: (words) => ({
    queryKey: ['palette site settings', words],
    queryFn: () => settingRecords(entry, SECTIONS, {}, words),
  }),
});
