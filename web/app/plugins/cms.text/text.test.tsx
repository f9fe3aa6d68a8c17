import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { viewProps } from '../testing.ts';
import { textDescription } from './description.ts';
import head from './head.ts';
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

  it('reads as much of a text as it takes, and ends in no part of a tag or an entity', () => {
    const link = `<a href="/${'long/'.repeat(190)}">here</a>`;
    const text = textDescription(`<p>Say ${link} &amp; more ${'words '.repeat(300)}</p>`);
    expect(text).toMatch(/^Say here & more words words /);
    expect(text).toHaveLength(249);
    expect(textDescription(`<p>${link.repeat(40)}</p>`)).not.toMatch(/[<"]/);
  });
});

describe('what it adds to the head', () => {
  const text = (content: string, isOwn = true) => ({
    ...viewProps({ ref: manifest.ref, fields: { content } }),
    absolute: String,
    isOwn,
  });
  const described = (...contents: string[]) => head(contents.map((content) => text(content))).description;

  it('is the first text that says more than headings do', () => {
    expect(described('<h1 class="align-center">Boats</h1>', '', '<p>Made by hand.</p>', '<p>Later</p>')).toBe(
      'Made by hand.',
    );
    expect(described('<h1>Boats</h1><p>Built here.</p>', '<p>Later</p>')).toBe('Built here.');
  });

  it('has neither headings nor what is said of images in it', () => {
    const image =
      '<figure><p><img src="/files/a.jpg"></p><figcaption>A buoy, <b>left</b></figcaption></figure>';
    expect(described(`<h1>Aligned</h1>${image}<p>Floats.</p><hr><h2>More</h2><p>Sinks.</p>`)).toBe(
      'Floats. Sinks.',
    );
    expect(described(image, '<p>Made by hand.</p>')).toBe('Made by hand.');
    expect(described(image)).toBe('A buoy, left');
    expect(head([text('<h2>Harbour</h2><p>Our address</p>', false)]).description).toBe('Our address');
  });

  it('is a heading rather than what stands on every page', () => {
    expect(described('<p> </p>', '<h1>Boats</h1><h2>Old</h2>')).toBe('Boats Old');
    expect(head([text('<h1>Boats</h1>'), text('<p>Our address</p>', false)]).description).toBe('Boats');
    expect(head([text('<p>Our address</p>', false), text('<h1>Boats</h1>')]).description).toBe('Our address');
    expect(described('<p> </p>')).toBeUndefined();
  });
});
