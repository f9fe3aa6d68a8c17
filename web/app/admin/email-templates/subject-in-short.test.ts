import { expect, it } from 'vitest';
import { subjectInShort } from './subject-in-short.ts';

const inOneLine = (text: string) => text.replaceAll('~', '\u00a0');

it.each([
  ['Contact from {{ host }}', 'Contact from {{~host~}}'],
  [
    'Order {{order.reference}} at {{ name }}{% if name != host %} ({{ host }}){% endif %}',
    'Order {{~order.reference~}} at {{~name~}} ({{~host~}})',
  ],
  ['{%- if a -%}Hello {{- name | upcase -}}{%- endif -%}', 'Hello {{~name~|~upcase~}}'],
  ['50 % off', '50 % off'],
])('%s', (subject, shown) => {
  expect(subjectInShort(subject)).toBe(inOneLine(shown));
});
