/**
 * What is wrong with an item of linked data and what it lacks, to tell while somebody types. Content decides, by the same
 * declaration: services/content/content/linked_data/rules.py and advice.py; tests/vectors/linked-data.json holds the two
 * equal, but for what a request may be at most.
 */
import { type MemberFault, type Path, shapeFaults } from './linked-data-shapes.ts';
import {
  acceptedBy,
  askedOf,
  CONTEXTS,
  isEmpty,
  isListPlaceholder,
  isObject,
  isType,
  type JsonObject,
  lonePlaceholder,
  PLACEHOLDER,
  PLACEHOLDERS,
  sentence,
  shortTypesOf,
} from './linked-data-types.ts';

const MOST = 20;
const MOST_TYPES = 10;
const TYPE = /^[^\s{}<>"]{1,200}$/;

/** The names of the placeholders in a text, each as often as it stands there. */
export function placeholdersIn(text: string): string[] {
  return [...text.matchAll(PLACEHOLDER)].map(([, name]) => (name ?? '').trim());
}

/** Everything for which an item is refused. */
export function faultsOf(item: JsonObject): MemberFault[] {
  const missing = '@type' in item ? [] : [typeMissing];
  return [...missing, ...faultsIn([], item)].slice(0, MOST);
}

const typeMissing: MemberFault = {
  path: ['@type'],
  code: 'missing',
  detail: sentence('type_absent'),
};

function faultsIn(path: Path, value: unknown): MemberFault[] {
  if (typeof value === 'string') return textFaults(path, value);
  if (Array.isArray(value)) return value.flatMap((inner, index) => faultsIn([...path, index], inner));
  if (!isObject(value)) return [];
  const isKnown = shortTypesOf(value).some(isType);
  return Object.entries(value).flatMap(([name, inner]) => [
    ...memberFaults([...path, name], name, inner),
    ...(isKnown ? shapeFaults([...path, name], name, inner) : []),
  ]);
}

function memberFaults(path: Path, name: string, value: unknown): MemberFault[] {
  const inName = name.includes('{{')
    ? [{ path, code: 'placeholder_in_name', detail: sentence('placeholder_in_name') }]
    : [];
  return [...inName, ...valueFaults(path, name, value)];
}

function valueFaults(path: Path, name: string, value: unknown): MemberFault[] {
  if (name === '@context')
    return CONTEXTS.includes(value as string)
      ? []
      : [{ path, code: 'context_invalid', detail: sentence('context') }];
  if (name === '@type')
    return namesTypes(value)
      ? []
      : [
          {
            path,
            code: 'type_invalid',
            detail: sentence('type_invalid'),
          },
        ];
  return faultsIn(path, value);
}

function namesTypes(value: unknown): boolean {
  const names = Array.isArray(value) ? value : [value];
  const isName = (name: unknown) => typeof name === 'string' && TYPE.test(name);
  return names.length > 0 && names.length <= MOST_TYPES && names.every(isName);
}

function textFaults(path: Path, text: string): MemberFault[] {
  const faults = placeholdersIn(text).flatMap((name): MemberFault[] => {
    if (!PLACEHOLDERS.some((known) => known === name)) {
      const known = PLACEHOLDERS.join(', ');
      const detail = sentence('placeholder_unknown', { name: name.slice(0, 50) || '{{}}', known });
      return [{ path, code: 'unknown_placeholder', detail }];
    }
    if (!isListPlaceholder(name) || lonePlaceholder(text)) return [];
    const detail = sentence('placeholder_misplaced', { placeholder: `{{${name}}}` });
    return [{ path, code: 'placeholder_misplaced', detail }];
  });
  const rest = text.replace(PLACEHOLDER, '');
  if (!rest.includes('{{') && !rest.includes('}}')) return faults;
  return [
    ...faults,
    { path, code: 'placeholder_open', detail: sentence('placeholder_open', { open: '{{', close: '}}' }) },
  ];
}

/** What search engines would say of it: it is saved all the same. */
export function warningsOf(item: JsonObject): MemberFault[] {
  return adviceFor([], undefined, item).slice(0, MOST);
}

function adviceFor(path: Path, member: string | undefined, value: unknown): MemberFault[] {
  if (Array.isArray(value))
    return value.flatMap((inner, index) => adviceFor([...path, index], member, inner));
  // An empty part is left out by pages.
  if (!isObject(value) || (path.length > 0 && isEmpty(value))) return [];
  const inner = Object.entries(value).flatMap(([name, each]) => adviceFor([...path, name], name, each));
  return [...objectAdvice(path, member, value), ...inner];
}

function objectAdvice(path: Path, member: string | undefined, item: JsonObject): MemberFault[] {
  // What is written as a value has no members, and maybe the type of a text or a date.
  if (Object.hasOwn(item, '@value')) return [];
  const names = shortTypesOf(item);
  const isUntyped = names.length === 0 && !('@id' in item) && (acceptedBy(member ?? '') ?? []).some(isType);
  const ofTypes = names
    .filter((name) => !isType(name))
    .map((type) => ({
      path: [...path, '@type'],
      code: 'unknown_type',
      detail: sentence('unknown_type', { type }),
    }));
  const untyped = isUntyped ? [{ path, code: 'type_missing', detail: sentence('type_missing') }] : [];
  // What is described elsewhere is only named here.
  const isReference = '@id' in item && Object.keys(item).every((name) => name === '@id' || name === '@type');
  if (isReference) return [...untyped, ...ofTypes];
  const lacks = (['required', 'recommended'] as const).flatMap((which) =>
    names.flatMap((name) => missingOf(path, name, which, item)),
  );
  return [...untyped, ...ofTypes, ...lacks];
}

function missingOf(
  path: Path,
  type: string,
  which: 'required' | 'recommended',
  item: JsonObject,
): MemberFault[] {
  return askedOf(type, which).flatMap((asked) => {
    const names = asked.split('|');
    if (!names.every((name) => isEmpty(item[name]))) return [];
    const said = names.map((name) => `“${name}”`).join(' or ');
    return [
      {
        path: [...path, names[0] as string],
        code: `${which}_missing`,
        detail: sentence(`${which}_missing`, { names: said, type }),
      },
    ];
  });
}
