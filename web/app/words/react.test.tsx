import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { addWords } from './i18n.ts';
import { SiteWords, Trans } from './react.tsx';

const drawn = (message: Parameters<typeof Trans>[0]) => render(<Trans {...message} />).container.innerHTML;

it('draws the elements of a sentence where its translation has them, with what is in them', () => {
  addWords('de', {
    'react.test': ['Von ', '<1>', ['name'], '</1>', ' (<0/>) und <2>mehr <1>hier</1></2>', '.'],
  });
  render(
    <SiteWords site={{ language: 'de', timeZone: 'UTC' }}>
      <p>
        <Trans
          id="react.test"
          message={['By ', ['name']]}
          values={{ name: 'Zoë' }}
          components={{ 0: <img src="/a" alt="" />, 1: <em />, 2: <b /> }}
        />
      </p>
    </SiteWords>,
  );
  expect(screen.getByText(/^Von/).innerHTML).toBe(
    'Von <em>Zoë</em> (<img alt="" src="/a">) und <b>mehr <em>hier</em></b>.',
  );
});

it('draws values that are elements, lists of them, and none', () => {
  const values = { one: <i>1</i>, more: ['a', <b key="b">b</b>], none: undefined, zero: 0 };
  const message = [['one'], ' ', ['more'], ' ', ['none'], ['zero']] as [string][];
  expect(drawn({ message, values })).toBe('<i>1</i> a<b>b</b> 0');
});

it('draws the text of an element that no sentence has', () => {
  expect(drawn({ message: ['a <7>b</7> <8/>c'] })).toBe('a b c');
});
