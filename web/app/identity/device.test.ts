import { expect, it } from 'vitest';
// The mails say the same of the same devices.
import cases from '../../../tests/vectors/devices.json';
import { deviceInWords, isHandheld } from './device.ts';

it.each(cases)('$agent: $words', ({ agent, words }) => expect(deviceInWords(agent)).toBe(words));

it('tells phones from computers', () => {
  const agentOf = (name: string) => cases.find(({ words }) => words === name)?.agent ?? '';
  expect(isHandheld(agentOf('Safari on iPhone'))).toBe(true);
  expect(isHandheld(agentOf('Chrome on Windows'))).toBe(false);
});
