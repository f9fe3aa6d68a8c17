import type { TrackerIn, TrackerOut } from '../../api/generated/index.ts';

export interface TrackerValues {
  name: string;
  category: TrackerOut['category'];
  place: TrackerOut['place'];
  snippet: string;
  /** One a line. */
  hosts: string;
  isOnAllPages: boolean;
  isEnabled: boolean;
  [name: string]: unknown;
}

export function valuesOf(record: TrackerOut | undefined): TrackerValues {
  return {
    name: record?.name ?? '',
    category: record?.category ?? 'statistics',
    place: record?.place ?? 'head',
    snippet: record?.snippet ?? '',
    hosts: record?.hosts.join('\n') ?? '',
    isOnAllPages: record?.isOnAllPages ?? true,
    isEnabled: record?.isEnabled ?? true,
  };
}

/** What is sent: of each line the host, also where somebody pasted a whole address. */
export function inputOf({ name, snippet, hosts, ...values }: TrackerValues): TrackerIn {
  const lines = hosts
    .split(/[\s,]+/)
    .map((line) => line.replace(/^https?:\/\//, '').replace(/\/.*$/, ''))
    .filter((line) => line !== '');
  return { ...values, name: name.trim(), snippet: snippet.trim(), hosts: [...new Set(lines)] };
}
