/** What is wrong with the members of an item that is being written, and what it lacks, put to the lines they are in. */
import { faultsOf, warningsOf } from '../../page/linked-data-check.ts';
import type { MemberFault } from '../../page/linked-data-shapes.ts';
import type { JsonObject } from '../../page/linked-data-types.ts';
import { lineOfMember, readObject, type TextFault } from './json-text.ts';

/** What keeps a text from being saved: that it is no JSON, or what the service would refuse. */
export function faultsInText(text: string): TextFault[] {
  const read = readObject(text);
  return 'object' in read ? faultsOf(read.object).map((fault) => withLine(text, fault)) : read.faults;
}

/** Of a text that could be saved; of another one that comes first. */
export function warningsInText(text: string): TextFault[] {
  const read = readObject(text);
  if (!('object' in read) || faultsOf(read.object).length > 0) return [];
  return warningsOf(read.object as JsonObject).map((warning) => withLine(text, warning));
}

const withLine = (text: string, { path, detail }: MemberFault): TextFault => ({
  line: lineOfMember(text, path.join('.')),
  detail,
});
