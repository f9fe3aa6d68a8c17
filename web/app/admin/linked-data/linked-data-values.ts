/** An item of linked data as the form holds it, and the way to and from the wire. */
import { t } from '@lingui/core/macro';
import type { LinkedDataIn, LinkedDataOut } from '../../api/generated/index.ts';
import { type FieldFault, ProblemError } from '../../api/problem.ts';
import { lineOfMember, readObject, type TextFault } from './json-text.ts';
import { STARTS, type StartName, textOf } from './starts.ts';

export interface LinkedDataValues {
  /** What a new item begins with. */
  start: string;
  name: string;
  /** JSON as it was typed. */
  text: string;
  [name: string]: unknown;
}

export function valuesOf(item: LinkedDataOut | undefined): LinkedDataValues {
  if (item) return { start: '', name: item.name, text: JSON.stringify(item.data, null, 2) };
  return { start: 'Organization', name: STARTS.Organization.label, text: textOf('Organization') };
}

/** What another start brings: its text and its name, each unless somebody has typed one. */
export function startFollowing(start: string, before: LinkedDataValues): Partial<LinkedDataValues> {
  const names = Object.keys(STARTS) as StartName[];
  const name = start as StartName;
  const isOwnText = before.text.trim() !== '' && !names.some((one) => textOf(one) === before.text);
  const isOwnName = before.name.trim() !== '' && !names.some((one) => STARTS[one].label === before.name);
  return {
    ...(!isOwnText && { text: textOf(name) }),
    ...(!isOwnName && { name: STARTS[name].label }),
  };
}

/** What is sent. Raises a ProblemError with the lines that are no JSON. */
export function inputOf(values: LinkedDataValues): LinkedDataIn {
  const read = readObject(values.text);
  if (!('object' in read))
    throw new ProblemError(422, { code: 'invalid_json', errors: [faultOf(read.faults)] });
  return { name: values.name.trim(), data: read.object as LinkedDataIn['data'] };
}

/** The same refusal, with the faults of members put to the lines that they are in. */
export function withLines(problem: ProblemError, text: string): ProblemError {
  const isMember = ({ field }: FieldFault) => field === 'data' || field.startsWith('data.');
  const members = problem.errors.filter(isMember);
  if (members.length === 0) return problem;
  const faults = members.map(({ field, detail }) => ({
    line: lineOfMember(text, field.slice('data.'.length)),
    detail,
  }));
  const errors = [...problem.errors.filter((fault) => !isMember(fault)), faultOf(faults)];
  const { code, title, detail, requestId } = problem;
  return new ProblemError(problem.status, { code, title, detail, requestId, errors });
}

/** All faults of the text as the one message that a field of a form has; `faultsIn` reads it. */
const faultOf = (faults: TextFault[]): FieldFault => ({
  field: 'text',
  code: 'text_invalid',
  detail: JSON.stringify(faults),
});

/** `LocalBusiness, Store`, or a dash. */
export const typesIn = ({ types }: LinkedDataOut): string => types.join(', ') || t`None`;
