/** What the editor says where a plugin draws nothing: an empty place alone would look like a fault. */
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { SiteWords } from '#words/react.tsx';
import '#words/server.ts';
import { defaultFields } from '../contract.ts';
import { viewProps } from '../testing.ts';
import { isInlineEditable } from './editors.ts';
import { renderers } from './renderers.ts';

const SITE = { language: 'en', timeZone: 'Europe/London' };
/** As frame-style.ts finds it. */
const NOTHING = /^(?:<div[^>]*><\/div>)?$/;

/** Texts say themselves what to write in them. */
const others = [...renderers.keys()].filter((ref) => !isInlineEditable(ref));

it.each(others)('%s says what will be where it begins with nothing', (ref) => {
  const { manifest, View } = renderers.get(ref) ?? {};
  if (!manifest || !View) throw new Error(`${ref} has no view`);
  const props = viewProps({ ref, fields: defaultFields(manifest) });
  const drawn = renderToStaticMarkup(
    <SiteWords site={SITE}>
      <View {...props} isForEditor />
    </SiteWords>,
  );
  expect(NOTHING.test(drawn)).toBe(Boolean(manifest.emptyHint));
});
