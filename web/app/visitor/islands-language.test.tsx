import { waitFor } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import '#words/server.ts';
import { PluginSlot } from '../page-view/plugin-slot.tsx';
import Login from '../plugins/cms.login/render.tsx';
import { viewProps } from '../plugins/testing.ts';
import { hydrate } from './islands.tsx';

it('an island takes up the words of the server, in the language of the site', async () => {
  const said = vi.spyOn(console, 'error');
  const { site, page, query, namingPages } = viewProps({ fields: {} });
  const context = { site: { ...site, language: 'de' }, page, query, namingPages };
  const plugin = { id: 'p1', ref: 'cms.login', fields: {}, data: { isLoggedIn: false } };
  const html = renderToString(<PluginSlot View={Login} plugin={plugin} context={context} position={0} />, {
    identifierPrefix: plugin.id,
  });
  expect(html).toContain('>Passwort</label>');
  const element = document.createElement('div');
  element.dataset.island = plugin.ref;
  element.dataset.props = JSON.stringify({ plugin, position: 0 });
  element.innerHTML = html;
  document.body.dataset.context = JSON.stringify(context);
  document.body.append(element);
  const label = element.querySelector('label');
  await hydrate(element, async () => Login);
  await waitFor(() => expect(element.querySelector('label')).toBe(label));
  expect(said).not.toHaveBeenCalled();
});
