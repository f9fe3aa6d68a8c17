import { Editor } from '@tiptap/core';
import { DOMParser } from '@tiptap/pm/model';
import { describe, expect, it } from 'vitest';
import { schemaExtensions } from './extensions.ts';
import { htmlFromDocument, richTextSchema } from './html.ts';
import { KEPT_HTML } from './kept-block.ts';
import { cleanPaste, foreignImages, hasMainHeading, withFirstHeading } from './paste.ts';

describe('from Word', () => {
  it('makes lists of paragraphs with list styles', () => {
    const item = (level: number, marker: string, text: string) =>
      `<p class=MsoListParagraph style='mso-list:l0 level${level} lfo1'><span style='mso-list:Ignore'>${marker}</span>${text}</p>`;
    const html = `<p class=MsoNormal>Before</p>${item(1, '1.', 'One')}${item(2, '·', 'Inner')}${item(1, '2.', 'Two')}<p>After</p>`;
    expect(cleanPaste(html)).toBe(
      '<p>Before</p><ol><li>One<ul><li>Inner</li></ul></li><li>Two</li></ol><p>After</p>',
    );
  });

  it('goes over from bullets to numbers, on each level', () => {
    const item = (level: number, marker: string, text: string) =>
      `<p style='mso-list:l0 level${level} lfo1'><span style='mso-list:Ignore'>${marker}</span>${text}</p>`;
    const html = [
      item(1, '·', 'A'),
      item(2, 'o', 'B'),
      item(2, '1.', 'C'),
      item(1, '1.', 'D'),
      item(1, '2.', 'E'),
    ].join('');
    expect(cleanPaste(html)).toBe(
      '<ul><li>A<ul><li>B</li></ul><ol><li>C</li></ol></li></ul><ol><li>D</li><li>E</li></ol>',
    );
  });

  it('drops classes, styles, empty Office elements and style sheets', () => {
    const html =
      '<style>p{}</style><p class="MsoNormal" style="margin:0cm;mso-fareast-language:EN" id="x">Text<o:p></o:p></p>';
    expect(cleanPaste(html)).toBe('<p>Text</p>');
  });
});

describe('from Google Docs', () => {
  it('takes the wrapper away and makes emphasis of styles', () => {
    const html =
      '<b style="font-weight:normal" id="docs-internal-guid-1"><p dir="ltr"><span style="font-weight:700">Bold</span><span style="font-weight:400"> and </span><span style="font-style:italic">slanted</span></p></b>';
    expect(cleanPaste(html)).toBe('<p dir="ltr"><strong>Bold</strong> and <em>slanted</em></p>');
  });
});

describe('from any page', () => {
  it('keeps links, tables, alignment and images by address', () => {
    const html =
      '<p style="text-align:center;color:red">A <a href="https://e.org/" onclick="x()" class="y">link</a></p><table class="t"><tr><td colspan="2" style="width:9px">1</td></tr></table><img src="https://e.org/a.png" alt="A" loading="lazy">';
    expect(cleanPaste(html)).toBe(
      '<p class="align-center">A <a href="https://e.org/">link</a></p><table><tbody><tr><td colspan="2">1</td></tr></tbody></table><img src="https://e.org/a.png" alt="A">',
    );
  });

  it('keeps the alignment of a WordPress page', () => {
    expect(cleanPaste('<h2 class="wp-block-heading has-text-align-right">A</h2>')).toBe(
      '<h2 class="align-right">A</h2>',
    );
  });

  it('drops what runs, what asks and what only this computer has', () => {
    const html =
      '<p>A<script>x()</script><a href="javascript:x()">b</a></p><form><input value="c"></form><img src="file:///c.png"><img src="data:image/png;base64,AA==">';
    expect(cleanPaste(html)).toBe('<p>A<a>b</a></p>');
  });
});

describe('from this editor', () => {
  it('keeps classes, and never takes the HTML of a kept block', () => {
    const html = `<div data-pm-slice="1 1 []" class="note" ${KEPT_HTML}="&lt;img src=x onerror=x()&gt;">A</div>`;
    expect(cleanPaste(html)).toBe('<div data-pm-slice="1 1 []" class="note">A</div>');
  });
});

describe('from a page that pretends to be this editor', () => {
  const hostile = '&lt;img src=x onerror=x()&gt;';
  const parsed = (html: string) => {
    const body = document.implementation.createHTMLDocument('').body;
    body.innerHTML = cleanPaste(html);
    return DOMParser.fromSchema(richTextSchema()).parse(body);
  };

  it.each([
    `<p data-pm-slice="0 0 []">A</p><div data-pw-kept-html="${hostile}"></div>`,
    `<p data-pm-slice="0 0 []">A</p><template><div data-pw-kept-html="${hostile}"></div></template>`,
    // Parsed twice, the attribute's text would become an element.
    `<p data-pm-slice="0 0 []">A</p><math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;div data-pw-kept-html='${hostile}'&gt;&lt;/div&gt;">`,
    `<p data-pm-slice="0 0 []">A</p><div data-pw-kept="" onclick="x()">${hostile}</div>`,
  ])('makes no kept block of %s', (html) => {
    const doc = parsed(html);
    const types: string[] = [];
    doc.descendants((node) => void types.push(node.type.name));
    expect(types).toContain('paragraph');
    expect(types).not.toContain('keptBlock');
  });

  it.each([
    '<a href="java\tscript:x()">A</a>',
    '<a href="data:text/html,x" onclick="x()">A</a>',
    '<p onclick="x()" style="color:red" id="page">A</p>',
    '<img src="javascript:x()" onerror="x()" alt="A">',
    '<svg onload="x()"><a href="javascript:x()">A</a></svg>',
    '<iframe srcdoc="&lt;script&gt;x()&lt;/script&gt;"></iframe><p>A</p>',
    '<details open ontoggle="x()"><summary>A</summary></details>',
  ])('leaves nothing that runs of %s', (html) => {
    const out = htmlFromDocument(parsed(`<p data-pm-slice="0 0 []">Own</p>${html}`));
    const { body } = new window.DOMParser().parseFromString(out, 'text/html');
    expect(body.querySelector('script, iframe, svg, object, embed')).toBeNull();
    for (const element of body.querySelectorAll('*')) {
      for (const { name, value } of element.attributes) {
        expect(name).not.toMatch(/^on/);
        expect(value).not.toMatch(/^\s*(java\s*script|data):/i);
      }
    }
  });
});

/** What is in a text after a paste at a place in it. */
function pastedAt(content: string, selection: number | { from: number; to: number }, html: string): string {
  const editor = new Editor({
    extensions: schemaExtensions,
    content,
    editorProps: {
      transformPastedHTML: (pasted, view) => cleanPaste(pasted, hasMainHeading(view)),
      transformPasted: withFirstHeading,
    },
  });
  editor.commands.setTextSelection(selection);
  // Without one of its own, ProseMirror makes an event that this DOM does not have.
  editor.view.pasteHTML(html, new Event('paste') as ClipboardEvent);
  const result = htmlFromDocument(editor.state.doc);
  editor.destroy();
  return result;
}

describe('headings', () => {
  it.each([
    ['<p></p>', 1, '<h2>A</h2><p>b</p>', '<h2>A</h2><p>b</p>'],
    ['<p>word</p>', 3, '<h2>A</h2><p>b</p>', '<p>wo</p><h2>A</h2><p>brd</p>'],
    ['<p>word</p>', 5, '<h3>A</h3><p>b</p>', '<p>word</p><h3>A</h3><p>b</p>'],
    // The words of a heading, as one copies them out of it.
    ['<p>word</p>', 5, '<h2>A</h2>', '<p>wordA</p>'],
  ])('in %s at %d, %s', (content, at, html, result) => expect(pastedAt(content, at, html)).toBe(result));

  it('of the first level there is one', () => {
    expect(pastedAt('<p></p>', 1, '<h1>A</h1><p>b</p><h1>C</h1>')).toBe('<h1>A</h1><p>b</p><h2>C</h2>');
    expect(pastedAt('<h1>T</h1><p></p>', 4, '<h1 dir="rtl">A</h1><p>b</p>')).toBe(
      '<h1>T</h1><h2 dir="rtl">A</h2><p>b</p>',
    );
  });

  it('replaced by the paste, it makes room for the new one', () => {
    expect(pastedAt('<h1>T</h1><p>x</p>', { from: 1, to: 5 }, '<h1>A</h1><p>b</p>')).toBe(
      '<h1>A</h1><p>b</p>',
    );
  });
});

it('knows the images that are not the site’s own', () => {
  const html =
    '<img src="/files/a.png"><img src="http://e.org/b.png"><img src="https://e.org/c.png"><img src="http://e.org/b.png"><img src="http://">';
  expect(foreignImages(html)).toEqual(['http://e.org/b.png', 'https://e.org/c.png']);
});

it('names images of the site by their paths, as the library knows them', () => {
  const { origin, host } = location;
  const images = [
    `${origin}/files/a%20b.png?v=1#x`,
    `//${host}/files/c.png`,
    'https://e.org/files/d.png',
    'http://',
  ];
  const html = images.map((src) => `<img src="${src}">`).join('');
  for (const pasted of [html, `<p data-pm-slice="0 0 []">${html}</p>`]) {
    const clean = document.createElement('div');
    clean.innerHTML = cleanPaste(pasted);
    expect([...clean.querySelectorAll('img')].map((image) => image.getAttribute('src'))).toEqual([
      '/files/a%20b.png?v=1#x',
      '/files/c.png',
      'https://e.org/files/d.png',
      'http://',
    ]);
  }
});
