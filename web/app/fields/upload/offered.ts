/** What a browser offers of a visitor's files, and how large one may be; the service judges by the same declaration. */
import { boundOf } from '../rules.ts';
import type { DefinitionOf } from '../types.ts';
import declaration from './declaration.json';
import html from './html.json';

const { megabytes, mediaType } = declaration.value.item.members;

export function acceptOf({ accepts }: DefinitionOf<'upload'>): string {
  const offered: Readonly<Record<string, string | undefined>> = html.accept;
  const chosen = accepts?.length ? accepts : mediaType.within.else;
  return chosen
    .map((each) => offered[each])
    .filter(Boolean)
    .join();
}

export function mostBytesOf(definition: DefinitionOf<'upload'>): number | undefined {
  const most = boundOf(megabytes.max, { ...definition });
  return most === undefined ? undefined : most * 1024 * 1024;
}
