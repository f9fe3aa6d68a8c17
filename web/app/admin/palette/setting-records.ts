/** Settings as the command palette finds them: by their labels and by what they are about. */
import { matching } from '../../palette/matching.ts';
import { addressOf, type Entry } from '../define-entry.ts';
import type { FormValues } from '../form-fields.ts';
import { type FoundRecord, MOST_FOUND } from './define-palette.ts';

/** What of a form's section is looked through. */
interface SettingSection<Values> {
  title?: string;
  fields: readonly { name: string; label: string; isShown?: (values: Values) => boolean }[];
}

/** Those that the form shows, each with the address that leads to its field. */
export function settingRecords<Values extends FormValues>(
  entry: Entry,
  sections: readonly SettingSection<Values>[],
  values: Values,
  words: string,
): FoundRecord[] {
  const settings = sections.flatMap(({ title, fields }) =>
    fields
      .filter((field) => field.isShown?.(values) !== false)
      .map(({ name, label }) => ({
        id: name,
        label,
        detail: title,
        keywords: title,
        href: `${addressOf(entry)}#${name}`,
      })),
  );
  return matching(settings, words).slice(0, MOST_FOUND);
}
