import { describe, expect, it } from 'vitest';
import { cleanPaste } from './paste.ts';

describe('from Word', () => {
  it('makes lists of paragraphs with list styles', () => {
    const item = (level: number, marker: string, text: string) =>
      `<p class=MsoListParagraph style='mso-list:l0 level${level} lfo1'><span style='mso-list:Ignore'>${marker}</span>${text}</p>`;
    const html = `<p class=MsoNormal>Before</p>${item(1, '1.', 'One')}${item(2, '·', 'Inner')}${item(1, '2.', 'Two')}<p>After</p>`;
    expect(cleanPaste(html)).toBe(
      '<p>Before</p><ol><li>One<ul><li>Inner</li></ul></li><li>Two</li></ol><p>After</p>',
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

  it('drops what runs, what asks and what only this computer has', () => {
    const html =
      '<p>A<script>x()</script><a href="javascript:x()">b</a></p><form><input value="c"></form><img src="file:///c.png"><img src="data:image/png;base64,AA==">';
    expect(cleanPaste(html)).toBe('<p>A<a>b</a></p>');
  });
});

describe('from this editor', () => {
  it('keeps classes, and never takes the HTML of a kept block', () => {
    const html =
      '<div data-pm-slice="1 1 []" class="note" data-pw-kept-html="&lt;img src=x onerror=x()&gt;">A</div>';
    expect(cleanPaste(html)).toBe('<div data-pm-slice="1 1 []" class="note">A</div>');
  });
});
