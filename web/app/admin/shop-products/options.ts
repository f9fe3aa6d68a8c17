/** A product's options while they are edited, and the choices among them that its variants are. Pure. */

/** `key` stays while the option is renamed or moved; `text` has one value a line, as it is typed. */
export interface OptionDraft {
  key: string;
  name: string;
  text: string;
}

/** By the keys of the options, the line of the value; null: the buyer chooses; -1: the value was removed. */
export type Choice = Record<string, number | null>;

export const REMOVED = -1;

export const linesOf = ({ text }: Pick<OptionDraft, 'text'>): string[] =>
  text.split('\n').map((line) => line.trim());

/** What is sent: values without empty lines. */
export const valuesOfOption = (option: OptionDraft): string[] => linesOf(option).filter(Boolean);

export function draftsOf(options: { name: string; values: string[] }[]): OptionDraft[] {
  return options.map(({ name, values }, at) => ({ key: `o${at}`, name, text: values.join('\n') }));
}

export function choiceOf(options: OptionDraft[], values: Record<string, string>): Choice {
  return Object.fromEntries(
    options.map((option) => {
      const value = values[option.name];
      return [option.key, value === undefined ? null : linesOf(option).indexOf(value)];
    }),
  );
}

/** What is sent of a choice; what was removed is left out, which `isBroken` says before. */
export function valuesOfChoice(options: OptionDraft[], choice: Choice): Record<string, string> {
  const chosen = options.flatMap((option) => {
    const line = choice[option.key];
    const value = line == null ? undefined : linesOf(option)[line];
    return value ? [[option.name.trim(), value] as const] : [];
  });
  return Object.fromEntries(chosen);
}

/** Whether a value was removed that the choice had. */
export const isBroken = (options: OptionDraft[], choice: Choice): boolean =>
  options.some((option) => {
    const line = choice[option.key];
    return line != null && !linesOf(option)[line];
  });

/** Where each line of a text is after an edit: lines that were typed over stay the same value. */
export function movedLines(before: string[], after: string[]): (line: number) => number {
  let start = 0;
  while (start < Math.min(before.length, after.length) && before[start] === after[start]) start += 1;
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const isTypedOver = before.length === after.length;
  return (line) => {
    if (line < start) return line;
    if (line >= before.length - end) return line + after.length - before.length;
    return isTypedOver ? line : after.indexOf(before[line] ?? '', start);
  };
}

/** A choice as it is once the options were edited. */
export function followed(choice: Choice, before: OptionDraft[], after: OptionDraft[]): Choice {
  return Object.fromEntries(
    after.map((option) => {
      const former = before.find(({ key }) => key === option.key);
      const line = choice[option.key];
      if (!former || line == null || line === REMOVED) return [option.key, line ?? null];
      return [option.key, movedLines(linesOf(former), linesOf(option))(line)];
    }),
  );
}

/** The choices that no variant is yet, in the order of the options and their values. */
export function missingChoices(options: OptionDraft[], choices: Choice[]): Choice[] {
  const whole = options.filter((option) => valuesOfOption(option).length > 0);
  if (whole.length === 0) return [];
  let all: Choice[] = [{}];
  for (const option of whole) {
    const lines = linesOf(option).flatMap((line, at) => (line ? [at] : []));
    all = all.flatMap((choice) => lines.map((line) => ({ ...choice, [option.key]: line })));
  }
  // A variant that leaves an option to the buyer has all of its values.
  const isCovered = (wanted: Choice) =>
    choices.some((choice) => whole.every(({ key }) => choice[key] == null || choice[key] === wanted[key]));
  return all.filter((wanted) => !isCovered(wanted));
}
