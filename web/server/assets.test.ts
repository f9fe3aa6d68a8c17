import { expect, it } from 'vitest';
import { islandFiles, type Manifest } from './assets.ts';

const manifest: Manifest = {
  'app/visitor/islands.tsx': { file: 'assets/islands.js', imports: ['_react.js', '_views.js'] },
  '_react.js': { file: 'assets/react.js' },
  '_views.js': { file: 'assets/views.js', imports: ['_react.js'] },
  '_form.js': { file: 'assets/form.js', imports: ['_fetch.js', '_views.js'] },
  '_fetch.js': { file: 'assets/fetch.js' },
  'app/plugins/cms.login/render.tsx': { file: 'assets/render-1.js', imports: ['_form.js', '_react.js'] },
  'app/plugins/cms.login/edit.tsx': { file: 'assets/edit.js', imports: ['_form.js'] },
};

it('names what islands need, and beside that what each view does', () => {
  expect(islandFiles(manifest)).toEqual({
    ofAll: 'react.js views.js',
    byRef: { 'cms.login': 'fetch.js form.js render-1.js' },
  });
});
