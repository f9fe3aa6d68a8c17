import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { FieldDefinition, FieldDefinitions } from '../fields/types.ts';
import faq from './cms.faq/manifest.ts';
import text from './cms.text/manifest.ts';
import type { Fields } from './contract.ts';
import basket from './ecom.basketManagement/manifest.ts';
import category from './ecom.category/manifest.ts';
import product from './ecom.product/manifest.ts';
import { Deeper, HeadingsFrom, SectionHeading } from './headings.tsx';
import { levelBelow } from './headings-above.ts';
import { headingsAbove } from './headings-in.ts';

describe('the headings above a plugin', () => {
  it('are those of written text, of headings that are typed, and of levels that are chosen', () => {
    const above = headingsAbove([
      { id: 'text', manifest: text, fields: { content: '<H1 class="a">Shop</H1><p>Words</p><h2>Ours</h2>' } },
      { id: 'basket', manifest: basket, fields: { heading: '' } },
      { id: 'list', manifest: category, fields: {} },
      { id: 'unknown', manifest: undefined, fields: { content: '<h4>?</h4>' } },
      { id: 'last', manifest: product, fields: {} },
    ]);
    expect(above.get('text')).toEqual({ headingAbove: 0, hasOtherTitle: false });
    for (const id of ['basket', 'list', 'last'])
      expect(above.get(id)).toEqual({ headingAbove: 2, hasOtherTitle: true });
  });

  it('say that a product above is the page’s title', () => {
    const above = headingsAbove([
      { id: 'first', manifest: product, fields: {} },
      { id: 'second', manifest: product, fields: { heading: 'h2' } },
      { id: 'third', manifest: basket, fields: { heading: 'Basket' } },
    ]);
    expect(above.get('second')).toEqual({ headingAbove: 1, hasOtherTitle: true });
    expect(above.get('third')).toEqual({ headingAbove: 2, hasOtherTitle: true });
  });

  it('leave the title of the page to what is written, also below', () => {
    const above = headingsAbove([
      { id: 'product', manifest: product, fields: {} },
      { id: 'text', manifest: text, fields: { content: '<h1>Shirts</h1>' } },
      { id: 'last', manifest: text, fields: { content: '<p>Words</p>' } },
    ]);
    expect(above.get('product')).toEqual({ headingAbove: 0, hasOtherTitle: true });
    expect(above.get('last')).toEqual({ headingAbove: 1, hasOtherTitle: true });
  });

  it('are none that is only chosen among options of such names', () => {
    const options = [{ value: 'h1', label: 'High' }];
    const size: FieldDefinitions = { size: { type: 'choice', label: 'Size', options } };
    const above = headingsAbove([
      { id: 'first', manifest: { fields: size }, fields: { size: 'h1' } },
      { id: 'last', manifest: text, fields: {} },
    ]);
    expect(above.get('last')).toEqual({ headingAbove: 0, hasOtherTitle: false });
  });

  it('are those of items, too: one below what stands above their list', () => {
    const below = (heading: string) =>
      headingsAbove([
        { id: 'text', manifest: text, fields: { content: '<h1>Shop</h1>' } },
        {
          id: 'faq',
          manifest: faq,
          fields: { heading, items: [{ question: 'One?' }, { question: 'Two?' }] },
        },
        { id: 'last', manifest: text, fields: {} },
      ]).get('last')?.headingAbove;
    expect(below('')).toBe(2);
    expect(below('Questions')).toBe(3);
  });

  it('are those of written text within items and groups', () => {
    const written: FieldDefinition = { type: 'richText', label: 'Text' };
    const group: FieldDefinition = { type: 'group', label: 'Group', fields: { written } };
    const above = headingsAbove([
      { id: 'first', manifest: { fields: { group } }, fields: { group: { written: '<h4>?</h4>' } } },
      { id: 'last', manifest: text, fields: {} },
    ]);
    expect(above.get('last')?.headingAbove).toBe(4);
  });

  it('are read once of what has not changed', () => {
    const fields = { content: '<h2>Shirts</h2>' };
    let readings = 0;
    const counted = new Proxy(fields, {
      get: (target, name) => {
        readings += 1;
        return Reflect.get(target, name);
      },
    });
    const levelBelowText = (content: object) =>
      headingsAbove([
        { id: 'text', manifest: text, fields: content as Fields },
        { id: 'last', manifest: text, fields: {} },
      ]).get('last')?.headingAbove;
    expect(levelBelowText(counted)).toBe(2);
    const first = readings;
    expect(first).toBeGreaterThan(0);
    expect(levelBelowText(counted)).toBe(2);
    expect(readings).toBe(first);
    expect(levelBelowText({ content: '<h3>Trousers</h3>' })).toBe(3);
  });

  it('skip no level, and leave the title of the page its own', () => {
    expect([0, 1, 2, 3, 6].map(levelBelow)).toEqual([2, 2, 3, 4, 6]);
  });
});

it('a heading within a section is one deeper', () => {
  render(
    <HeadingsFrom level={2}>
      <SectionHeading>One</SectionHeading>
      <Deeper>
        <SectionHeading>Two</SectionHeading>
      </Deeper>
    </HeadingsFrom>,
  );
  expect(screen.getAllByRole('heading').map(({ localName }) => localName)).toEqual(['h2', 'h3']);
});
