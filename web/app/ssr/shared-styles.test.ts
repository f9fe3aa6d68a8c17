import { describe, expect, it } from 'vitest';
import { sharedStyles } from './shared-styles.ts';

const template = {
  templateCss: '@media (prefers-color-scheme:dark){body{color:red}}',
  fontCss: '@font-face{}',
};

describe('sharedStyles', () => {
  it('is the same object for pages that have the same', () => {
    const first = sharedStyles(['cms.text', 'cms.menu', 'cms.text'], template, true);
    expect(sharedStyles(['cms.menu', 'cms.text'], { ...template }, true)).toBe(first);
    expect(first.html).toContain(
      '<style id="pw-fonts">@font-face{}</style><style id="pw-template">@media (prefers',
    );
  });

  it('follows all that it is made of', () => {
    const of = (refs: string[], more: Partial<typeof template> = {}, followsDarkMode = true) =>
      sharedStyles(refs, { ...template, ...more }, followsDarkMode).html;
    const first = of(['cms.text']);
    const others = [
      of(['cms.menu']),
      of(['cms.text'], { templateCss: 'b{}' }),
      of(['cms.text'], { fontCss: '' }),
      of(['cms.text'], {}, false),
    ];
    expect(new Set([first, ...others]).size).toBe(5);
    expect(of(['cms.text'])).toBe(first);
    expect(others[2]).not.toContain('pw-fonts');
    expect(others[3]).not.toContain('prefers-color-scheme');
  });

  it('says it anew when others have taken its place', () => {
    const first = sharedStyles(['cms.text'], template, true);
    for (let turn = 0; turn < 100; turn++) sharedStyles(['cms.text'], { templateCss: `a${turn}{}` }, true);
    const again = sharedStyles(['cms.text'], template, true);
    expect(again).not.toBe(first);
    expect(again.html).toBe(first.html);
  });
});
