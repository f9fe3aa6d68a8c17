/** A JSON object as people type it: what is wrong with the text, and the line that each fault is about. */
import { t } from '@lingui/core/macro';
import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';

export interface TextFault {
  line: number;
  detail: string;
}

type JsonObject = Record<string, unknown>;

const STRICT = { disallowComments: true, allowTrailingComma: false };
// Messages give braces and backslashes a meaning of their own.
const OPEN = '{';
const CLOSE = '}';
const BACKSLASHES = '\\\\';

/** The object in a text, or what keeps it from being one: of what is no JSON the first, which makes the rest look wrong. */
export function readObject(text: string): { object: JsonObject; faults: [] } | { faults: TextFault[] } {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, STRICT);
  const at = (offset: number, detail: string) => ({ line: lineOf(text, offset), detail });
  const [first] = errors;
  if (first) return { faults: [at(offsetOf(text, first), wordsFor(text, first))] };
  if (root?.type !== 'object')
    return {
      faults: [at(root?.offset ?? 0, t`Write an object: it begins with ${OPEN} and ends with ${CLOSE}.`)],
    };
  const faults = [...losses(root, text)].map(({ node, detail }) => at(node.offset, detail));
  return faults.length > 0 ? { faults } : { object: JSON.parse(text), faults: [] };
}

/** The line of a member by its path as the service names it, `author.name`; that of the nearest one above it there is. */
export function lineOfMember(text: string, path: string): number {
  let node = parseTree(text);
  let rest = path;
  while (node && rest) {
    const found = memberOf(node, rest);
    if (!found) break;
    node = found.node;
    rest = found.rest;
  }
  // A member is where its name is.
  const place = node?.parent?.type === 'property' ? node.parent : node;
  return lineOf(text, place?.offset ?? 0);
}

/** The text laid out, where it is JSON. */
export function laidOut(text: string): string {
  const read = readObject(text);
  return 'object' in read ? JSON.stringify(read.object, null, 2) : text;
}

/** Where a line begins and ends. */
export function rangeOf(text: string, line: number): [start: number, end: number] {
  const lines = text.split('\n');
  const start = lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, 0);
  return [start, start + (lines[line - 1]?.length ?? 0)];
}

const lineOf = (text: string, offset: number) => text.slice(0, offset).split('\n').length;

/** What is missing is missing where the text before it ends, not where the next word begins. */
function offsetOf(text: string, { error, offset }: ParseError): number {
  const isMissing = /^(Comma|Colon|Close)/.test(printParseErrorCode(error));
  return isMissing ? text.slice(0, offset).trimEnd().length : offset;
}

function wordsFor(text: string, { error, offset }: ParseError): string {
  const next = text.slice(offset).trimStart()[0];
  switch (printParseErrorCode(error)) {
    case 'PropertyNameExpected':
      return t`A name in double quotes is missing here. After the last member there is no comma.`;
    case 'ValueExpected':
      return t`A value is missing here. After the last value there is no comma.`;
    case 'ColonExpected':
      return t`A colon is missing after the name.`;
    case 'CommaExpected':
      if (next === '}' || next === undefined) return t`A closing ] is missing.`;
      if (next === ']') return t`A closing ${CLOSE} is missing.`;
      return t`A comma is missing at the end of this line.`;
    case 'CloseBraceExpected':
      return t`A closing ${CLOSE} is missing.`;
    case 'CloseBracketExpected':
      return t`A closing ] is missing.`;
    case 'EndOfFileExpected':
      return t`The object has ended already: nothing may follow it.`;
    case 'UnexpectedEndOfString':
      return t`The closing quotation mark is missing.`;
    case 'InvalidEscapeCharacter':
    case 'InvalidUnicode':
      return t`After a backslash only some letters are possible. Write ${BACKSLASHES} for a backslash.`;
    case 'InvalidCommentToken':
      return t`JSON has no comments.`;
    default:
      return t`This is not valid JSON. Put texts in straight double quotes; values are texts, numbers, true, false or null.`;
  }
}

/** What JSON allows, and what would be lost when it is read. */
function* losses(node: Node, text: string): Generator<{ node: Node; detail: string }> {
  const names = new Set<unknown>();
  for (const child of node.children ?? []) {
    const name = child.type === 'property' ? child.children?.[0]?.value : undefined;
    if (name !== undefined && names.has(name))
      yield { node: child, detail: t`“${String(name)}” appears twice.` };
    names.add(name);
    yield* losses(child, text);
  }
  const isInexact =
    node.type === 'number' &&
    (!Number.isFinite(node.value) ||
      (/^-?\d+$/.test(text.slice(node.offset, node.offset + node.length)) &&
        !Number.isSafeInteger(node.value)));
  if (isInexact)
    yield { node, detail: t`This number is too long to be stored exactly. Put it in quotation marks.` };
}

/** The member that a path begins with. Names may have dots in them themselves. */
function memberOf(node: Node, path: string): { node: Node; rest: string } | undefined {
  const members =
    node.type === 'array'
      ? (node.children ?? []).map((child, index) => ({ name: String(index), value: child }))
      : (node.children ?? []).map(({ children }) => ({
          name: String(children?.[0]?.value),
          value: children?.[1],
        }));
  for (const { name, value } of members)
    if (value && (path === name || path.startsWith(`${name}.`)))
      return { node: value, rest: path.slice(name.length + 1) };
  return undefined;
}
