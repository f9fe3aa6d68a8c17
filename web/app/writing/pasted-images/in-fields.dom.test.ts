import { expect, it } from 'vitest';
import { htmlWithAddresses, withAddresses } from './in-fields.ts';

const addresses = new Map([
  ['https://e.org/a.png?x=1&y=2', '/files/Pasted/a.png'],
  ['//e.org/b.png', '/files/Pasted/b.png'],
]);
const A = '<img alt="a &gt; b" src="https://e.org/a.png?x=1&amp;y=2" width="9">';

it('changes images alone, and nothing else that has the address', () => {
  const link = '<a href="https://e.org/a.png?x=1&amp;y=2">https://e.org/a.png?x=1&amp;y=2</a>';
  expect(htmlWithAddresses(`<p>${link} ${A}<img src="//e.org/b.png"></p>`, addresses)).toBe(
    `<p>${link} <img alt="a &gt; b" src="/files/Pasted/a.png" width="9"><img src="/files/Pasted/b.png"></p>`,
  );
});

it.each([
  '<p>A<br/>B</p>',
  '<p><img src="https://e.org/other.png"/></p>',
  '&lt;img src="//e.org/b.png"&gt;',
  '',
])('leaves %s as it is, to the letter', (html) => expect(htmlWithAddresses(html, addresses)).toBe(html));

it('names the fields that become others, with those within lists and groups', () => {
  const fields = {
    title: 'A',
    text: A,
    count: 3,
    none: null,
    same: [{ answer: '<p>B</p>' }],
    items: [{ question: 'Q', answer: A, more: { note: A } }, { question: 'R' }],
  };
  const image = '<img alt="a &gt; b" src="/files/Pasted/a.png" width="9">';
  expect(withAddresses(fields, addresses)).toEqual({
    text: image,
    items: [{ question: 'Q', answer: image, more: { note: image } }, { question: 'R' }],
  });
  expect(withAddresses(fields, new Map())).toEqual({});
});
