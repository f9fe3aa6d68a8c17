import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { deviceInWords, isHandheld } from './device.ts';

// The mails say the same of the same devices.
const file = new URL('../../../tests/vectors/devices.json', import.meta.url);
const cases: { agent: string; words: string }[] = JSON.parse(readFileSync(file, 'utf8'));

it.each(cases)('$agent: $words', ({ agent, words }) => expect(deviceInWords(agent)).toBe(words));

it('tells phones from computers', () => {
  const agentOf = (name: string) => cases.find(({ words }) => words === name)?.agent ?? '';
  expect(isHandheld(agentOf('Safari on iPhone'))).toBe(true);
  expect(isHandheld(agentOf('Chrome on Windows'))).toBe(false);
});
