import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CLAIMS_KEY } from '../../session/claims.ts';
import { accessibilityFaults } from '../../testing/accessibility.ts';
import { answerCalls, type Call, claimsWith } from '../../testing/screen.tsx';
import { drawMember } from '../members/testing.tsx';
import Profile from './render.tsx';

const schema = {
  type: 'object',
  required: ['town'],
  properties: {
    town: { type: 'string', title: 'Town' },
    news: { type: 'boolean', title: 'Newsletter' },
    born: { type: 'string', format: 'date', title: 'Born on' },
  },
};
const details = { id: 's1', name: 'Club details', description: '', memberAccess: 'write', schema };
const row = {
  id: 'd1',
  personId: 'person',
  schemaId: 's1',
  data: { town: 'Ely', left: 'alone' },
  version: 4,
};

beforeEach(() => localStorage.setItem(CLAIMS_KEY, JSON.stringify(claimsWith())));
afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
});

function answer({ schemas = [details], rows = [row] }: { schemas?: object[]; rows?: object[] } = {}): Call[] {
  return answerCalls(({ method, path, body }) => {
    if (method !== 'GET')
      return { status: method === 'POST' ? 201 : 200, body: { ...row, ...(body as object), version: 5 } };
    return { body: { results: path === '/auth/schemas' ? schemas : rows, total: 1, start: 0, limit: 100 } };
  });
}
const draw = (fields = {}) => drawMember(Profile, fields, { isLoggedIn: true });

describe('cms.profile', () => {
  it('asks those to log in who are not', () => {
    drawMember(Profile, { loginPage: '/in' });
    expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/in');
  });

  it.each([
    ['My data', 3],
    ['', 2],
  ])('has its parts one level below what stands above them: %j', async (heading, level) => {
    answer();
    draw({ heading });
    await screen.findByRole('heading', { name: 'Club details', level });
  });

  it('shows the data and saves a change without losing what has no field', async () => {
    const calls = answer();
    const { user } = draw();
    const town = await screen.findByLabelText<HTMLInputElement>('Town');
    expect(town.value).toBe('Ely');
    expect(await accessibilityFaults()).toEqual([]);
    await user.clear(town);
    await user.type(town, 'Bath');
    await user.click(screen.getByLabelText('Newsletter'));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Saved.');
    const put = calls.find(({ method }) => method === 'PUT');
    expect(put).toMatchObject({
      path: '/auth/profile-data/d1',
      body: { data: { town: 'Bath', left: 'alone', news: true } },
    });
    expect(put?.headers.get('If-Match')).toBe('"4"');
  });

  describe('saves beside a change, as it was,', () => {
    const saved = async (properties: object, data: object, required: string[] = []) => {
      const calls = answer({
        schemas: [
          { ...details, schema: { type: 'object', required, properties: { ...town, ...properties } } },
        ],
        rows: [{ ...row, data: { town: 'Ely', ...data } }],
      });
      const { user } = draw();
      await user.type(await screen.findByLabelText(/Town/), ' Cathedral');
      await user.click(screen.getByRole('button', { name: 'Save' }));
      await screen.findByText('Saved.');
      return calls.find(({ method }) => method === 'PUT')?.body;
    };
    const town = { town: { type: 'string', title: 'Town' } };
    const changed = (data: object) => ({ data: { town: 'Ely Cathedral', ...data } });

    it.each([
      ['a text', { type: 'string' }, 'M-17'],
      ['a tick', { type: 'boolean' }, true],
      ['a choice', { enum: ['a', 'b'] }, 'b'],
      ['a list', { type: 'array', items: { type: 'string' } }, ['a', 'b']],
    ])('what is only read: %s', async (_, property, given) => {
      const body = await saved({ given: { ...property, readOnly: true } }, { given }, ['given']);
      expect(body).toEqual(changed({ given }));
    });

    it('what a schema that was changed no longer offers', async () => {
      const size = { enum: ['Small', 'Large'] };
      expect(await saved({ size, other: size }, { size: 'M', other: 'M' }, ['size'])).toEqual(
        changed({ size: 'M', other: 'M' }),
      );
      expect(screen.getByLabelText('Size')).toHaveProperty('value', 'M');
    });

    it('what a schema that was changed has as a date or a number', async () => {
      const properties = {
        born: { type: 'string', format: 'date' },
        shoe: { type: 'number' },
        seats: { type: 'integer' },
        mail: { type: 'string', format: 'email' },
      };
      const data = { born: 'about 1970', shoe: 'nine', seats: 'two', mail: 'a@example.org ' };
      expect(await saved(properties, data)).toEqual(changed(data));
      expect(screen.getByLabelText(/Born/)).toHaveProperty('value', 'about 1970');
    });
  });

  it('lets what is no number be put right', async () => {
    const calls = answer({
      schemas: [{ ...details, schema: { type: 'object', properties: { seats: { type: 'integer' } } } }],
      rows: [{ ...row, data: { seats: 'two' } }],
    });
    const { user } = draw();
    const seats = await screen.findByLabelText(/Seats/);
    await user.clear(seats);
    await user.type(seats, '2');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Saved.');
    expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ data: { seats: 2 } });
  });

  it('says of each field that may be left out that it may', async () => {
    answer();
    draw();
    expect((await screen.findByLabelText<HTMLInputElement>('Town')).required).toBe(true);
    expect(screen.getByLabelText<HTMLInputElement>('Born on (optional)').required).toBe(false);
    expect(screen.getByLabelText('Newsletter')).toBeTruthy();
  });

  it('makes the data where there is none', async () => {
    const calls = answer({ rows: [] });
    const { user } = draw();
    await user.type(await screen.findByLabelText('Town'), 'Bath');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(calls.find(({ method }) => method === 'POST')).toBeDefined());
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
      personId: 'person',
      schemaId: 's1',
      data: { town: 'Bath' },
    });
  });

  it('begins the next change with what the one before has made', async () => {
    const calls = answer();
    const { user } = draw();
    const town = await screen.findByLabelText('Town');
    for (const letter of ['s', 't']) {
      await user.type(town, letter);
      await user.click(screen.getByRole('button', { name: 'Save' }));
      await screen.findByText('Saved.');
    }
    const puts = calls.filter(({ method }) => method === 'PUT');
    expect(puts.map(({ headers }) => headers.get('If-Match'))).toEqual(['"4"', '"5"']);
  });

  it('saves on what its form began with, whatever another part of the page has read since', async () => {
    const beta = { ...details, id: 's2', name: 'Beta' };
    let version = 4;
    const calls = answerCalls(({ method, path, body }) => {
      const rows = [
        { ...row, data: { town: version === 4 ? 'Ely' : 'Ada was here' }, version },
        { ...row, id: 'd2', schemaId: 's2', data: { town: 'York' } },
      ];
      if (method === 'GET') return { body: { results: path === '/auth/schemas' ? [details, beta] : rows } };
      if (path.endsWith('d2')) version = 5;
      return { body: { ...row, ...(body as object), version: 6 } };
    });
    const { user } = draw();
    const alpha = within(await screen.findByRole('form', { name: 'Club details' }));
    const other = within(screen.getByRole('form', { name: 'Beta' }));
    await user.type(alpha.getByLabelText('Town'), ' Cathedral');
    await user.click(other.getByRole('button', { name: 'Save' }));
    await other.findByText('Saved.');
    await user.click(alpha.getByRole('button', { name: 'Save' }));
    await alpha.findByText('Saved.');
    const put = calls.find(({ method, path }) => method === 'PUT' && path.endsWith('d1'));
    expect(put?.headers.get('If-Match')).toBe('"4"');
  });

  describe('that somebody else has changed since', () => {
    const at = (version: number, data: object) => ({ ...row, data: { ...row.data, ...data }, version });
    /** Draws the form of version 4, while the server has `theirs`; types a town and saves. */
    const clash = async (theirs: typeof row) => {
      let present = theirs;
      const calls = answerCalls(({ method, path, headers, body }) => {
        if (method === 'PUT') {
          const isStale = headers.get('If-Match') !== `"${present.version}"`;
          if (isStale) return { status: 412, body: { code: 'precondition_failed' } };
          present = { ...present, ...(body as object), version: present.version + 1 };
          return { body: present };
        }
        if (path === '/auth/profile-data/d1') return { body: present };
        return { body: { results: path === '/auth/schemas' ? [details] : [row] } };
      });
      const { user } = draw();
      const town = await screen.findByLabelText('Town');
      await user.clear(town);
      await user.type(town, 'Bath');
      await user.click(screen.getByRole('button', { name: 'Save' }));
      const press = (name: string) => user.click(screen.getByRole('button', { name }));
      const puts = () => calls.filter(({ method }) => method === 'PUT');
      return { user, press, puts };
    };
    const town = () => screen.getByLabelText<HTMLInputElement>('Town').value;
    const said = () => document.querySelector('.pw-member-facts')?.textContent;

    it('says so, shows both, and saves over it where that is wanted, but for what was not changed here', async () => {
      const { press, puts } = await clash(at(5, { town: 'York', born: '1990-02-03' }));
      expect((await screen.findByRole('alert')).textContent).toMatch(/^Somebody else has changed this/);
      expect([town(), said()]).toEqual([
        'Bath',
        'TownTheir version: YorkYour version: BathBorn onTheir version: 3 February 1990',
      ]);
      expect(await accessibilityFaults()).toEqual([]);
      await press('Save mine over theirs');
      await screen.findByText('Saved.');
      expect(puts().at(-1)?.body).toEqual({ data: { town: 'Bath', left: 'alone', born: '1990-02-03' } });
      expect([said(), screen.queryByRole('alert')]).toEqual([undefined, null]);
      expect(screen.getByLabelText('Born on (optional)')).toHaveProperty('value', '1990-02-03');
    });

    it('goes on with their version where that is wanted', async () => {
      const { user, press, puts } = await clash(at(5, { town: 'York' }));
      await screen.findByRole('alert');
      await press('Discard mine, use theirs');
      expect([town(), said(), screen.queryByRole('alert')]).toEqual(['York', undefined, null]);
      expect(document.activeElement?.contains(screen.getByLabelText('Town'))).toBe(true);
      await user.type(screen.getByLabelText('Town'), 'shire');
      await press('Save');
      await screen.findByText('Saved.');
      expect(puts().at(-1)?.body).toEqual({ data: { town: 'Yorkshire', left: 'alone' } });
    });

    it('saves both where they changed something else', async () => {
      const { press, puts } = await clash(at(5, { news: true }));
      await screen.findByRole('alert');
      await press('Save both');
      await screen.findByText('Saved.');
      expect(puts().at(-1)?.body).toEqual({ data: { town: 'Bath', left: 'alone', news: true } });
    });

    it('is saved without a question where they changed nothing that the form shows', async () => {
      const { puts } = await clash(at(5, { left: 'theirs' }));
      await screen.findByText('Saved.');
      expect(puts().at(-1)?.body).toEqual({ data: { town: 'Bath', left: 'theirs' } });
    });
  });

  it('shows the data that somebody has made since, where there was none', async () => {
    const made = { ...row, data: { town: 'York' } };
    const calls = answerCalls(({ method, path, body }) => {
      if (method === 'POST')
        return { status: 409, body: { code: 'profile_data_exists', profileDataId: 'd1' } };
      if (method === 'PUT') return { body: { ...made, ...(body as object), version: 5 } };
      if (path === '/auth/profile-data/d1') return { body: made };
      return { body: { results: path === '/auth/schemas' ? [details] : [] } };
    });
    const { user } = draw();
    await user.type(await screen.findByLabelText('Town'), 'Bath');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await user.click(await screen.findByRole('button', { name: 'Save mine over theirs' }));
    await screen.findByText('Saved.');
    const put = calls.find(({ method }) => method === 'PUT');
    expect([put?.headers.get('If-Match'), put?.body]).toEqual(['"4"', { data: { town: 'Bath' } }]);
  });

  it.each([
    ['members may only read it', { schemas: [{ ...details, memberAccess: 'read' }] }, {}],
    ['the editor wants it so', {}, { canEdit: false }],
  ])('only shows the data where %s', async (_, given, fields) => {
    answer({ ...given, rows: [{ ...row, data: { town: 'Ely', born: '1990-02-03' } }] });
    draw(fields);
    await screen.findByText('Ely');
    expect(screen.getByText('3 February 1990')).toBeTruthy();
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('shows nothing of what members may not see, nor of what was not chosen', async () => {
    answer({
      schemas: [
        { ...details, memberAccess: 'none' },
        { ...details, id: 's2' },
      ],
    });
    draw({ schemaId: 's1' });
    await screen.findByText('There is nothing to show here yet.');
  });

  it('says so when it cannot be read', async () => {
    answerCalls(() => ({ status: 503, body: { title: 'Service Unavailable', detail: 'Try again.' } }));
    draw();
    expect((await screen.findByRole('alert')).textContent).toBe('Try again.');
  });
});
