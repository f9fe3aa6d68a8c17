import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { viewProps } from '../testing.ts';
import { textDescription } from './description.ts';
import manifest from './manifest.ts';
import Text from './render.tsx';

describe('cms.text', () => {
  it('shows its rich text', () => {
    const fields = { content: '<h2>Hi</h2><p>There</p>' };
    const { container } = render(<Text {...viewProps({ ref: manifest.ref, fields })} />);
    expect(container.querySelector('.pw-prose > h2')?.textContent).toBe('Hi');
  });

  it('shows nothing while it is empty', () => {
    const fields = {};
    const { container } = render(<Text {...viewProps({ ref: manifest.ref, fields })} />);
    expect(container.textContent).toBe('');
  });
});

describe('textDescription', () => {
  it('takes the words without markup, blocks apart and inline marks together', () => {
    expect(textDescription('<h1>Boats</h1><p>Made <em>by</em>&nbsp;hand,<br>here &amp; now.</p>')).toBe(
      'Boats Made by hand, here & now.',
    );
  });

  it('ends after 250 characters, never within one', () => {
    const text = textDescription(`<p>${'🛶'.repeat(300)}</p>`);
    expect([...text]).toHaveLength(250);
    expect(text.isWellFormed()).toBe(true);
  });

  it('reads numeric entities and leaves unknown ones', () => {
    expect(textDescription('&#233;&#xe9;&eacute;&#x110000;')).toBe('éé&eacute;');
  });
});
