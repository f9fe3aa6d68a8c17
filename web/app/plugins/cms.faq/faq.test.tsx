import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { PageBuilder } from '../../page-view/testing/example-page.ts';
import { render as renderPage } from '../../ssr/render.tsx';
import { defaultFields } from '../contract.ts';
import { viewProps } from '../testing.ts';
import manifest from './manifest.ts';
import Faq, { type FaqFields } from './render.tsx';

const items = [
  { question: 'Is it open?', answer: '<p>On <strong>Sundays</strong>.</p>' },
  { question: '  ', answer: '<p>Not asked yet.</p>' },
  { question: 'Is it </script><b>free</b>?', answer: '<p>Yes.</p>' },
];

function draw(fields: FaqFields, headingAbove = 0): HTMLDetailsElement[] {
  const { container } = render(<Faq {...viewProps({ ref: manifest.ref, fields, headingAbove })} />);
  return [...container.querySelectorAll('details')];
}

describe('cms.faq', () => {
  it('shows each question as a heading that opens, and none that is not written yet', () => {
    const drawn = draw({ heading: 'Help', items });
    expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Help');
    expect(drawn.map((one) => one.querySelector('summary')?.textContent)).toEqual([
      'Is it open?',
      'Is it </script><b>free</b>?',
    ]);
    expect(drawn.map((one) => [one.open, one.getAttribute('name')])).toEqual([
      [false, null],
      [false, null],
    ]);
  });

  it.each([
    ['', 1, 'h2'],
    ['', 2, 'h3'],
    ['Help', 1, 'h3'],
  ])('has questions one level below what stands above them: %j, %i', (heading, headingAbove, level) => {
    const [first] = draw({ heading, items }, headingAbove);
    expect(first?.querySelector('summary')?.firstElementChild?.localName).toBe(level);
  });

  it('opens the first, and lets one be open at a time', () => {
    const drawn = draw({ items, firstOpen: true, oneOpen: true });
    expect(drawn.map(({ open }) => open)).toEqual([true, false]);
    expect(new Set(drawn.map((one) => one.getAttribute('name')))).toEqual(new Set(['faq-p']));
  });

  it('shows something to begin with', () => {
    expect(draw(defaultFields(manifest))).toHaveLength(1);
    expect(manifest.modal).toEqual({ width: 1080, hasAdvanced: false });
  });

  it('tells search engines all questions of the page as one list that cannot end its element', () => {
    const builder = new PageBuilder();
    const page = builder.render([
      builder.node(
        'col',
        builder.plugin('cms.faq', { items }),
        builder.plugin('cms.faq', { items: [items[0]] }),
      ),
    ]);
    const html = renderPage(page, { publicUrl: 'https://site.example', templateCss: '' });
    const found = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)];
    expect(found).toHaveLength(1);
    const { mainEntity } = JSON.parse(found[0]?.[1] ?? '');
    expect(mainEntity.map(({ name }: { name: string }) => name)).toEqual([
      'Is it open?',
      'Is it </script><b>free</b>?',
      'Is it open?',
    ]);
    expect(mainEntity[0].acceptedAnswer.text).toBe('<p>On <strong>Sundays</strong>.</p>');
    // Neither the plugin nor its head brings a script.
    expect(html).not.toContain('data-islands');
  });
});
