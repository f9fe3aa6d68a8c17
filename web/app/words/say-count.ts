/** By the plural categories of a language, with the sign `#` where the count stands: plural-forms.ts makes them. */
export type PluralForms = Readonly<Record<string, string>>;

/** For scripts without React, which load nothing else of the words: so it imports nothing. */
export function sayCount(locale: string, forms: PluralForms, count: number): string {
  const form = forms[new Intl.PluralRules(locale).select(count)] ?? forms.other ?? '';
  return form.replace('#', new Intl.NumberFormat(locale).format(count));
}
