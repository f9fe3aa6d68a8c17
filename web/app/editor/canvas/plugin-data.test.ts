import { describe, expect, it } from 'vitest';
import { applyActions } from '../../page/actions/index.ts';
import type { Action } from '../../page/actions/types.ts';
import { samplePage } from '../sample-page.ts';
import { stateOf } from '../store/apply.ts';
import { unanswered, withAnswers } from './plugin-data.ts';

const served = { items: [{ url: '/', label: 'Home' }] };
const later = { items: [] };

function base() {
  const render = samplePage();
  Object.assign(render.plugins['p-menu'] ?? {}, { data: served });
  return render;
}

const add = (ref: string): Action => ({ name: 'PLUGIN_CREATE', pluginId: 'new', ref, fields: {} });
const turn: Action = { name: 'PLUGIN_UPDATE', pluginId: 'p-menu', fields: { orientation: 'vertical' } };
const pageAfter = (...actions: Action[]) => applyActions(stateOf(base()), actions);
const askedFor = (...actions: Action[]) =>
  [...unanswered(pageAfter(...actions), base(), new Map())].map(([service, plugins]) => [
    service,
    plugins.map(({ id }) => id),
  ]);

describe('the instances to ask about', () => {
  it('are none of those that were served', () => {
    expect(askedFor()).toEqual([]);
  });

  it('are new ones, and those that were set up otherwise', () => {
    expect(askedFor(add('cms.breadcrumb'), turn)).toEqual([['content', ['p-menu', 'new']]]);
  });

  it('are those of other services than content, which gives no data for them', () => {
    const render = base();
    render.plugins.shirt = { id: 'shirt', ref: 'ecom.product', fields: { heading: 'h1' } } as never;
    const asked = unanswered(stateOf(render), render, new Map());
    expect([...asked].map(([service, plugins]) => [service, plugins.map(({ id }) => id)])).toEqual([
      ['ecom', ['shirt']],
    ]);
    const answers = new Map([['shirt', { fields: { heading: 'h1' }, data: later }]]);
    expect(unanswered(stateOf(render), render, answers).size).toBe(0);
    expect(withAnswers(stateOf(render), render, answers).plugins.shirt?.data).toBe(later);
  });

  it('are none whose kind has no data', () => {
    expect(askedFor(add('cms.text'))).toEqual([]);
  });

  it('are those that show files of which nothing is known yet', () => {
    const picture = { file: '0199a1b2-0000-7000-8000-000000000001' };
    const choose: Action = {
      name: 'PLUGIN_CREATE',
      pluginId: 'pair',
      ref: 'cms.textImage',
      fields: { picture },
    };
    const elsewhere = { ...choose, fields: { picture: { address: 'https://example.org/a.jpg' } } };
    expect(askedFor(choose)).toEqual([['content', ['pair']]]);
    expect(askedFor(elsewhere)).toEqual([]);
    const files = { [picture.file]: null };
    const answers = new Map([['pair', { fields: {}, data: undefined, files }]]);
    const state = pageAfter(choose);
    expect(unanswered(state, base(), answers).size).toBe(0);
    // What is typed beside it asks for nothing.
    const typing: Action = { name: 'PLUGIN_UPDATE', pluginId: 'pair', fields: { heading: 'Words' } };
    expect(unanswered(pageAfter(choose, typing), base(), answers).size).toBe(0);
    expect(withAnswers(state, base(), answers).plugins.pair?.files).toBe(files);
  });

  it('are none whose answer has come', () => {
    const answers = new Map([['new', { fields: {}, data: later }]]);
    expect(unanswered(pageAfter(add('cms.breadcrumb')), base(), answers).size).toBe(0);
  });
});

describe('the page with the answers', () => {
  it('shows what was asked for, and the same instance each time', () => {
    const answers = new Map([['new', { fields: {}, data: later }]]);
    const state = pageAfter(add('cms.breadcrumb'));
    const shown = withAnswers(state, base(), answers);
    expect(shown.plugins.new?.data).toBe(later);
    expect(withAnswers(state, base(), answers).plugins.new).toBe(shown.plugins.new);
  });

  it('shows what was served where it is as it was served', () => {
    const answers = new Map([['p-menu', { fields: { orientation: 'vertical' }, data: later }]]);
    expect(withAnswers(pageAfter(turn), base(), answers).plugins['p-menu']?.data).toBe(later);
    expect(withAnswers(pageAfter(), base(), answers).plugins['p-menu']?.data).toBe(served);
  });
});
