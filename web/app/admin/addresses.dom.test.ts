import { expect, it } from 'vitest';
import { sectionsOf as configSections } from './config/sections.tsx';
import { type Section, validateFields } from './form-fields.ts';
import { sectionsOf as shopSections } from './shop-settings/sections.ts';
import { personFields } from './users/person-fields.tsx';

const contact = { id: 'c', key: 'contactAddress', value: '', isSecret: false, isSet: false, version: 1 };

it.each<[string, Section<Record<string, unknown>>[]]>([
  ['contactAddress', configSections([contact])],
  ['stockNoticeAddress', shopSections([], [])],
  ['emailAddress', [{ fields: personFields }]],
])('%s is judged as an email address before it is sent', (name, sections) => {
  const faultOf = (address: string) => validateFields(sections, { [name]: address })[name];
  expect(faultOf('x')).toBe('Enter a valid email address.');
  expect(faultOf('ada@@example.com')).toBe('Enter a valid email address.');
  expect(faultOf('ada@example.com')).toBeUndefined();
});
