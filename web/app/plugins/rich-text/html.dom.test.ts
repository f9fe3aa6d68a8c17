import { describe, expect, it } from 'vitest';
import { documentFromHtml, htmlFromDocument } from './html.ts';

const throughTheEditor = (html: string) => htmlFromDocument(documentFromHtml(html));

describe('HTML that the schema holds', () => {
  const samples = {
    'formatted text':
      '<p>One <strong>two</strong> <em>three</em> <u>four</u> <s>five</s> <code>six</code></p>',
    'headings with anchors': '<h1 id="top">One</h1><h6>Six</h6>',
    'nested lists without paragraphs': '<ul><li>One<ol start="3"><li>Two</li></ol></li><li>Three</li></ul>',
    'list items with paragraphs': '<ul><li><p>One</p></li><li><p>Two</p><p>Three</p></li></ul>',
    'a quote': '<blockquote cite="https://example.org/"><p>One</p></blockquote>',
    'bare text in a quote': '<blockquote>One</blockquote>',
    links:
      '<p><a class="button" href="/about" title="Us">One</a> <a target="_blank" rel="noopener" href="https://e.org/">Two</a></p>',
    'a table with a head':
      '<table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td>1</td><td colspan="2">2</td></tr></tbody></table>',
    'paragraphs in a cell': '<table><tbody><tr><td><p>1</p><p>2</p></td></tr></tbody></table>',
    'preformatted text': '<pre>a\n  b</pre><pre><code class="language-js">let a;\n</code></pre>',
    images: '<p><a href="/x"><img class="wide" src="/files/a.jpg" alt="A" width="4" height="3"></a></p>',
    'a figure':
      '<figure class="left"><img src="/a.jpg" alt="A"><figcaption>Said <em>so</em></figcaption></figure>',
    'a definition list': '<dl><dt>Term</dt><dd>What it is</dd><dd><p>One</p><p>Two</p></dd></dl>',
    'a closed disclosure': '<details><summary>More</summary><p>Text</p></details>',
    'small marks':
      '<p>H<sub>2</sub>O, x<sup>2</sup>, <abbr title="World">W</abbr>, <q>so</q>, <kbd>F1</kbd></p>',
    'languages and directions': '<p lang="ar" dir="rtl">نص <span lang="en">text</span></p>',
    alignment: '<p class="align-center">One</p><h2 class="lead align-right">Two</h2>',
    sections: '<div class="wp-block-group"><section><h2>One</h2><p>Two</p></section></div>',
    'a line break': '<p>One<br>two</p><hr>',
  };
  it.each(Object.entries(samples))('%s comes out as it went in', (_name, html) => {
    expect(throughTheEditor(html)).toBe(html);
  });
});

describe('HTML that the schema cannot hold', () => {
  it('keeps an unknown block letter for letter, between blocks that can be edited', () => {
    const video = '<video controls="" src="/a.mp4"><track src="/a.vtt" kind="captions"></video>';
    const html = `<p>One</p>${video}<p>Two</p>`;
    const doc = documentFromHtml(html);
    expect(doc.content.content.map((node) => node.type.name)).toEqual([
      'paragraph',
      'keptBlock',
      'paragraph',
    ]);
    expect(htmlFromDocument(doc)).toBe(html);
  });

  it('keeps only the part of a section that it must', () => {
    const html = '<div><p>One</p><table><caption>C</caption><tbody><tr><td>1</td></tr></tbody></table></div>';
    const doc = documentFromHtml(html);
    expect(doc.firstChild?.type.name).toBe('container');
    expect(doc.firstChild?.lastChild?.type.name).toBe('keptBlock');
    expect(htmlFromDocument(doc)).toBe(html);
  });

  it('keeps an empty anchor that something links to', () => {
    const html = '<p>One <a id="there"></a>two</p>';
    expect(throughTheEditor(html)).toBe(html);
  });

  it('keeps a list that holds text where only items belong', () => {
    const html = '<ul>Loose text<li>One</li></ul>';
    expect(throughTheEditor(html)).toBe(html);
  });
});

describe('HTML that is written differently and says the same', () => {
  it('is not kept as a block', () => {
    const html = '<p><em>One <b>two</b></em> \n  three</p>\n\n<p><i>Four</i></p>';
    const doc = documentFromHtml(html);
    expect(doc.content.content.map((node) => node.type.name)).toEqual(['paragraph', 'paragraph']);
    expect(htmlFromDocument(doc)).toBe(
      '<p><em>One </em><strong><em>two</em></strong> three</p><p><em>Four</em></p>',
    );
  });

  it('gives bare text its paragraph', () => {
    expect(throughTheEditor('Just text')).toBe('<p>Just text</p>');
  });

  it('writes nothing for a text without content', () => {
    expect(throughTheEditor('')).toBe('');
    expect(throughTheEditor('<p></p>')).toBe('');
  });
});

describe('addresses that run something', () => {
  it('are not brought to life', () => {
    const html = throughTheEditor('<p><a href="java\nscript:alert(1)">One</a></p>');
    expect(documentFromHtml(html).textContent).not.toContain('javascript');
    expect(
      documentFromHtml('<p><a href="javascript:alert(1)">One</a></p>').firstChild?.firstChild?.marks ?? [],
    ).toEqual([]);
  });
});
