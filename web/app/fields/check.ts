/**
 * What is wrong with values, to say before saving. The service has the last word: its twin is
 * shared/kit/field_values/check.py, which reads the same declarations.
 */
import { screenFormats } from '#words/screen-formats.ts';
import { isColour, isEmailAddress, isHref } from '../page/field-rules.ts';
import { isCrop } from '../page/image-crops.ts';
import { type FaultValues, type FaultWords, faultWords } from './fault-words.ts';
import { optionLines } from './option-lines.ts';
import type {
  ChoiceByMember,
  ChoiceOfRules,
  FieldsRule,
  FormatName,
  ListRule,
  NumberRule,
  ObjectRule,
  Options,
  Rule,
  StringRule,
} from './rules.ts';
import { boundOf, ruleOf } from './rules.ts';
import type { FieldDefinition, FieldDefinitions } from './types.ts';

export interface FieldFault {
  /** The service's code for it. */
  code: string;
  /** The names from the field inwards: `items`, `0`, `href`. */
  path: string[];
  /** In words, to stand below the input. */
  detail: string;
  /** By how many characters a text is too long. */
  over?: number;
}

type Within = NonNullable<StringRule['within']>;

const FORMATS: Record<FormatName, (value: string) => boolean> = {
  address: isHref,
  colour: isColour,
  crop: isCrop,
  day: (value) => dayExists(value.slice(0, 10)),
  email: isEmailAddress,
};

/** The faults of one value; one that is left out has none, unless it is required. */
export function faultsIn(definition: FieldDefinition, value: unknown): FieldFault[] {
  if (definition.required && isEmpty(value)) return fault('required');
  if (value === undefined || value === null) return [];
  return judge(ruleOf(definition.type), definition as unknown as Options, value);
}

/** The faults of all values, each with its path. */
export function faultsOf(definitions: FieldDefinitions, values: Readonly<Options>): FieldFault[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const definition = Object.hasOwn(definitions, name) ? definitions[name] : undefined;
    return within(name, definition ? faultsBeside(definition, value, values) : fault('unknown_field'));
  });
}

/** The faults of one value among others: those that it has by itself, or else beside what they are. */
export function faultsBeside(
  definition: FieldDefinition,
  value: unknown,
  values: Readonly<Options>,
): FieldFault[] {
  const own = faultsIn(definition, value);
  if (own.length > 0 || definition.type !== 'number' || !definition.ofOptions) return own;
  const { in: name, when, is } = definition.ofOptions;
  const max = optionLines(values[name]).length;
  return typeof value === 'number' && values[when] === is && value > max
    ? fault('too_few_options', { max })
    : [];
}

/** The sentence about a value itself; its parts say theirs at their own inputs. */
export function faultAt(faults: readonly FieldFault[]): string | undefined {
  return faults.find(({ path }) => path.length === 0)?.detail;
}

export function isEmpty(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === '';
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

/** `beside`: the members of the object that the value is one of. */
function judge(rule: Rule, options: Options, value: unknown, beside: Options = {}): FieldFault[] {
  switch (rule.kind) {
    case undefined:
      return judge(isChosen(rule, options, value) ? rule.then : rule.else, options, value);
    case 'string':
      return judgeString(rule, options, value);
    case 'number':
      return judgeNumber(rule, options, value, beside);
    case 'boolean':
      return typeof value === 'boolean' ? [] : wrongType('not_boolean');
    case 'object':
      return judgeObject(rule, options, value);
    case 'list':
      return judgeList(rule, options, value);
    case 'fields':
      return judgeFields(rule, options, value);
  }
}

function isChosen(rule: ChoiceOfRules | ChoiceByMember, options: Options, value: unknown): boolean {
  if ('when' in rule) return Boolean(options[rule.when]);
  return isObject(value) && value[rule.has] !== undefined && value[rule.has] !== null;
}

function judgeString(rule: StringRule, options: Options, value: unknown): FieldFault[] {
  if (typeof value !== 'string') return wrongType('not_text');
  const max = boundOf(rule.maxLength, options);
  // Characters count as the service counts them: an emoji is one.
  const over = max !== undefined && value.length > max ? [...value].length - max : 0;
  if (over > 0) return fault('too_long', { max }).map((each) => ({ ...each, over }));
  const min = boundOf(rule.minLength, options);
  if (value !== '' && min !== undefined && [...value].length < min) return fault('too_short', { min });
  const text = rule.clean === 'trim' ? value.trim() : value;
  if (text === '' && !rule.oneOf) return rule.isFilled ? fault(rule.fault ?? 'required') : [];
  const isRight =
    (!rule.pattern || (!text.endsWith('\n') && new RegExp(`^(?:${rule.pattern})$`).test(text))) &&
    (!rule.format || FORMATS[rule.format](text)) &&
    (!rule.oneOf || optionsIn(options[rule.oneOf.option]).includes(text)) &&
    (!rule.within || membersOf(rule.within, options).includes(text));
  if (!isRight) return rule.fault ? fault(rule.fault) : wrongType('not_text');
  const isInRange = text >= textAt(rule.from, options, text) && text <= textAt(rule.to, options, text);
  return isInRange ? [] : outOfRange('not_in_range');
}

const textAt = (option: string | undefined, options: Options, otherwise: string): string =>
  (option && (options[option] as string | undefined)) || otherwise;

/** What the groups that an option names have in them; one that nobody knows has nothing. */
function membersOf({ option, groups, else: otherwise }: Within, options: Options): string[] {
  const chosen = options[option] as string[] | undefined;
  return (chosen?.length ? chosen : otherwise).flatMap((name) => groups[name] ?? []);
}

function judgeNumber(rule: NumberRule, options: Options, value: unknown, beside: Options): FieldFault[] {
  if (typeof value !== 'number' || !Number.isFinite(value)) return wrongType('not_number');
  const isWhole = typeof rule.whole === 'object' ? Boolean(options[rule.whole.option]) : rule.whole;
  if (isWhole && !Number.isInteger(value)) return wrongType('not_whole');
  if (rule.isExact && Math.abs(value) > Number.MAX_SAFE_INTEGER) return outOfRange('too_far');
  const min = boundOf(rule.min, options);
  const max = boundOf(rule.max, options);
  if (value >= (min ?? value) && value <= (max ?? value)) return [];
  if (rule.fault) return fault(rule.fault, { min, max });
  const words = max === undefined ? 'below_min' : min === undefined ? 'above_max' : 'not_between';
  return outOfRange(words, rule.currency ? inMoney({ min, max }, beside[rule.currency]) : { min, max });
}

/** Bounds in the smallest unit of a currency as people write them; as they are where it is none, which is said there. */
function inMoney(bounds: { min?: number; max?: number }, currency: unknown): Partial<FaultValues> {
  if (typeof currency !== 'string' || !/^[A-Z]{3}$/.test(currency)) return bounds;
  const { money } = screenFormats();
  const { min, max } = bounds;
  return {
    min: min === undefined ? undefined : money(min, currency),
    max: max === undefined ? undefined : money(max, currency),
  };
}

function judgeObject({ members, optional = [] }: ObjectRule, options: Options, value: unknown): FieldFault[] {
  if (!isObject(value)) return wrongType('not_object');
  const unknown = Object.keys(value).filter((name) => !Object.hasOwn(members, name));
  if (unknown[0] !== undefined) return within(unknown[0], fault('unknown_field'));
  return Object.entries(members).flatMap(([name, rule]) => {
    const part = value[name];
    if (part !== undefined && part !== null) return within(name, judge(rule, options, part, value));
    const mayBeMissing = optional.includes(name) || (rule.kind === 'string' && !rule.isFilled);
    return mayBeMissing ? [] : within(name, fault('missing_part'));
  });
}

function judgeList({ maxItems, minItems, item }: ListRule, options: Options, value: unknown): FieldFault[] {
  if (!Array.isArray(value)) return wrongType('not_list');
  const max = boundOf(maxItems, options);
  if (max !== undefined && value.length > max) return fault('too_many', { max });
  const min = boundOf(minItems, options);
  if (value.length > 0 && min !== undefined && value.length < min) return fault('too_few', { min });
  return value.flatMap((each, index) => within(String(index), judge(item, options, each)));
}

function judgeFields({ of }: FieldsRule, options: Options, value: unknown): FieldFault[] {
  if (!isObject(value)) return wrongType('not_object');
  return faultsOf(options[of] as FieldDefinitions, value);
}

function optionsIn(given: unknown): string[] {
  return Array.isArray(given) ? given.map((option: { value: string }) => option.value) : [];
}

function isObject(value: unknown): value is Options {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function dayExists(day: string): boolean {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const found = new Date(Date.UTC(2000, 0, 1));
  found.setUTCFullYear(year, month - 1, date);
  return year > 0 && found.getUTCMonth() === month - 1 && found.getUTCDate() === date;
}

function within(name: string, faults: FieldFault[]): FieldFault[] {
  return faults.map((each) => ({ ...each, path: [name, ...each.path] }));
}

function fault(code: string, values: Partial<FaultValues> = {}, words = code): FieldFault[] {
  const say: ((values: FaultValues) => string) | undefined = faultWords[words as FaultWords];
  return [{ code, path: [], detail: say?.(values as FaultValues) ?? code }];
}

const wrongType = (words: FaultWords): FieldFault[] => fault('wrong_type', {}, words);

const outOfRange = (words: FaultWords, values?: Partial<FaultValues>): FieldFault[] =>
  fault('out_of_range', values, words);
