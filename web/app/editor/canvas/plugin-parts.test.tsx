import { render, renderHook, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { viewProps } from '../../plugins/testing.ts';
import { samplePage } from '../sample-page.ts';

// One that has loaded nothing yet: tests of other files may have.
vi.resetModules();
const { kindsOf, loadParts, useParts } = await import('./plugin-parts.ts');

const parts = () => renderHook(() => useParts(undefined)).result.current;

/** What a plugin of a kind is drawn as now. */
function drawn(ref: string): string {
  const View = parts().get(ref)?.View;
  const fields = { content: '<p>Words</p>', heading: 'Words' };
  const { container } = render(View && <View {...viewProps({ ref, fields })} />);
  return container.textContent ?? '';
}

describe('the parts of plugins', () => {
  it('are there for the kinds that were loaded and for no others', async () => {
    expect(drawn('cms.text')).toBe('');
    await loadParts(['cms.text']);
    expect(drawn('cms.text')).toBe('Words');
    expect(parts().get('cms.text')?.Inline).toBeDefined();
    expect(drawn('cms.textImage')).toBe('');
    expect(parts().get('cms.textImage')?.Inline).toBeUndefined();
  });

  it('come for a page that shows kinds which nobody has loaded', async () => {
    const { page } = samplePage();
    page.plugins.push({ ref: 'cms.textImage', pluginId: 'new' }, { ref: 'cms.textImage', pluginId: 'newer' });
    expect(kindsOf(page)).toContain('cms.textImage');
    const { result } = renderHook(() => useParts(page));
    await waitFor(() => expect(result.current.get('cms.textImage')?.Inline).toBeDefined());
    expect(drawn('cms.textImage')).toContain('Words');
  });

  it('are never there for a kind that nobody knows', async () => {
    await loadParts(['acme.zeppelin']);
    expect(parts().has('acme.zeppelin')).toBe(false);
  });
});
