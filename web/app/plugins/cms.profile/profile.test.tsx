import { screen, waitFor } from '@testing-library/react';
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
  return answerCalls(({ method, path }) => {
    if (method !== 'GET') return { status: method === 'POST' ? 201 : 200 };
    return { body: { results: path === '/auth/schemas' ? schemas : rows, total: 1, start: 0, limit: 100 } };
  });
}
const draw = (fields = {}) => drawMember(Profile, fields, { isLoggedIn: true });

describe('cms.profile', () => {
  it('asks those to log in who are not', () => {
    drawMember(Profile, { loginPage: '/in' });
    expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/in');
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
