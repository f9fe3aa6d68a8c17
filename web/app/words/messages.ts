/**
 * Says messages as vite.words.ts has parsed them. The runtime of Lingui, whose macros write them, can do more: formats of
 * dates, variables, events, components to draw with. Nobody here asks for it, and each page with an island would load it.
 */
import type { CompiledMessage } from '@lingui/message-utils/compileMessage';

/** By their ids. */
export type Messages = Readonly<Record<string, CompiledMessage>>;
type Values = Readonly<Record<string, unknown>>;
type Argument = Exclude<CompiledMessage[number], string>;

/** A message where it is said: with its English, and with an id where some catalogue translates it. */
export interface Said {
  id?: string;
  message?: CompiledMessage;
  values?: Values;
}

/** The words of one language. */
export class Words {
  locale: string;
  messages: Messages;

  constructor(locale: string, messages: Messages = {}) {
    this.locale = locale;
    this.messages = messages;
  }

  /** The name that the macros call. Bound, since components take it from its words. */
  readonly _ = ({ id = '', message = [id], values = {} }: Said): string =>
    say(this.messages[id] ?? message, values, this.locale);
}

function say(message: CompiledMessage, values: Values, locale: string): string {
  return message.map((part) => (typeof part === 'string' ? part : fill(part, values, locale))).join('');
}

function fill([name, , cases]: Argument, values: Values, locale: string): string {
  const value = values[name];
  if (typeof cases !== 'object') return String(value ?? '');
  const { offset = 0, ...messages } = cases as Record<string, CompiledMessage> & { offset?: number };
  const count = Number(value) - offset;
  const { plural, number } = countingIn(locale);
  const chosen = messages[Number(value)] ?? messages[plural.select(count)] ?? messages.other ?? [];
  const shown = chosen.map((part) => (part === '#' ? number.format(count) : part));
  return say(shown, values, locale);
}

const counting = new Map<string, { plural: Intl.PluralRules; number: Intl.NumberFormat }>();

/** How a language counts, and writes numbers. */
export function countingIn(locale: string) {
  const known = counting.get(locale);
  if (known) return known;
  const made = { plural: new Intl.PluralRules(locale), number: new Intl.NumberFormat(locale) };
  counting.set(locale, made);
  return made;
}
