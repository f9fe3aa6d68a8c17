import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EmailTemplateRecord, EmailTemplateType } from '../../api/email-templates.ts';
import { clearClaims, storeClaims } from '../../session/session-store.ts';
import { accessibilityFaults } from '../../testing/accessibility.ts';
import { answerCalls, type Call, claimsWith, renderScreen } from '../../testing/screen.tsx';
import { useToasts } from '../../ui/toast.ts';
import { AdminScreen } from '../admin-screen.tsx';
import { insertedAs } from './content-field.tsx';
import { dataIn } from './preview.tsx';
import { addressesIn } from './values.ts';

// CodeMirror measures itself, for which there is no layout here.
vi.mock('../templates/code-editor.tsx', () => ({
  CodeEditor: ({
    label,
    value,
    onChange,
  }: {
    label: string;
    value: string;
    onChange: (text: string) => void;
  }) => (
    <textarea aria-label={label} value={value} onChange={(event) => onChange(event.currentTarget.value)} />
  ),
}));

const times = { createdAt: '2026-03-01T00:00:00Z', updatedAt: '2026-03-01T00:00:00Z' };
const contact: EmailTemplateType = {
  id: 't1',
  version: 1,
  name: 'Contact Plugin',
  isBuiltIn: true,
  variables: [
    { name: 'fields', description: 'What was filled in.' },
    { name: 'host', description: 'The host.' },
  ],
  sample: { fields: [{ label: 'Name', value: 'Zoë' }] },
  ...times,
};
const template: EmailTemplateRecord = {
  id: '7',
  version: 3,
  name: 'Contact Form Email',
  emailTemplateTypeId: 't1',
  subject: 'Contact from {{ host }}',
  content: '<p>{{ fields.first.value }}</p>',
  format: 'html',
  recipients: ['office@willow.example'],
  isForVisitors: true,
  ...times,
};
const drawn = { subject: 'Contact from willow.example', text: 'Zoë', html: '<p>Zoë</p>', unknown: [] };

let calls: Call[];
let answer: (call: Call) => { status?: number; body?: unknown } | undefined;

beforeEach(() => {
  storeClaims(claimsWith('admin'));
  answer = () => undefined;
  calls = answerCalls((call) => {
    const given = answer(call);
    if (given) return given;
    if (call.path === '/cms/email-templates/preview') return { body: drawn };
    if (call.path === '/cms/email-template-types')
      return { body: { results: [contact], total: 1, start: 0, limit: 100 } };
    if (call.path === '/cms/email-templates/7') return { body: template };
    return { body: { results: [template], total: 1, start: 0, limit: 10 } };
  });
});

afterEach(() => {
  clearClaims();
  useToasts.setState({ toasts: [] });
  vi.unstubAllGlobals();
});

const show = (path: string) => {
  const Component = () => (
    <main>
      <AdminScreen />
    </main>
  );
  return renderScreen([{ path: '/cms-admin/*', Component }], `/cms-admin/email-templates${path}`);
};
const sent = (method: string, path: string) =>
  calls.filter((call) => call.method === method && call.path === path);

describe('the list', () => {
  it('names the types, those of one beside each other, and can be narrowed to one', async () => {
    show('?type=t1');
    const row = (await screen.findByRole('link', { name: 'Contact Form Email' })).closest(
      'tr',
    ) as HTMLElement;
    await within(row).findByText('Contact Plugin');
    const [asked] = sent('GET', '/cms/email-templates');
    expect(asked?.query.get('sort')).toBe('emailTemplateTypeId,name');
    expect(asked?.query.getAll('email_template_type_id')).toEqual(['t1']);
    expect(await accessibilityFaults()).toEqual([]);
  });

  it('is not for editors', async () => {
    storeClaims(claimsWith('editor'));
    show('');
    await screen.findByRole('heading', { name: 'You cannot open this' });
    expect(calls).toEqual([]);
  });
});

describe('a template', () => {
  it('is previewed with the sample of its type, in a frame that runs nothing', async () => {
    show('/7');
    const frame = await screen.findByTitle('The formatted email');
    expect([frame.getAttribute('sandbox'), frame.getAttribute('srcdoc')]).toEqual(['', '<p>Zoë</p>']);
    expect(screen.getByText('Contact from willow.example')).toBeTruthy();
    expect(sent('POST', '/cms/email-templates/preview')[0]?.body).toEqual({
      subject: template.subject,
      content: template.content,
      format: 'html',
      emailTemplateTypeId: 't1',
      data: contact.sample,
    });
  });

  it('is shown at the width of a phone, and in plain text', async () => {
    const { user } = show('/7');
    const frame = await screen.findByTitle('The formatted email');
    expect(frame.style.width).toBe('800px');
    await user.click(screen.getByText('Phone'));
    expect(frame.style.width).toBe('390px');
    await user.click(
      within(screen.getByRole('radiogroup', { name: 'How the email is shown' })).getByText('Plain text'),
    );
    expect(screen.queryByTitle('The formatted email')).toBeNull();
    expect(await accessibilityFaults()).toEqual([]);
  });

  it('is drawn smaller where a desktop has more room than its place', async () => {
    // Nothing is laid out here: how much room there is is told by this.
    class Observed {
      readonly tell: ResizeObserverCallback;
      constructor(tell: ResizeObserverCallback) {
        this.tell = tell;
      }
      observe() {
        const contentRect = { width: 600, height: 400 } as DOMRectReadOnly;
        this.tell([{ contentRect } as ResizeObserverEntry], this as unknown as ResizeObserver);
      }
      unobserve() {}
      disconnect() {}
    }
    vi.stubGlobal('ResizeObserver', Observed);
    const { user } = show('/7');
    const frame = await screen.findByTitle('The formatted email');
    await waitFor(() => expect(frame.style.getPropertyValue('--scale')).toBe('0.75'));
    expect(screen.getByText('Shown at 75 % of its size, to fit here.')).toBeTruthy();
    await user.click(screen.getByText('Phone'));
    expect(frame.style.getPropertyValue('--scale')).toBe('1');
    expect(screen.queryByText(/of its size/)).toBeNull();
  });

  it('says in which line it cannot be read, in the preview and when it is saved', async () => {
    const faults = [{ field: 'content', line: 4, column: 2, detail: 'There is no filter “shout”.' }];
    const problem = { status: 422, body: { code: 'email_template_invalid', faults, errors: [] } };
    answer = ({ method, path }) =>
      method !== 'GET' && path.startsWith('/cms/email-templates') ? problem : undefined;
    const { user } = show('/7');
    await screen.findByText('Content, line 4, column 2: There is no filter “shout”.');
    fireEvent.change(await screen.findByLabelText('Content'), { target: { value: 'x' } });
    expect(screen.queryByRole('list', { name: 'Mistakes' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const mistakes = within(await screen.findByRole('list', { name: 'Mistakes' }));
    expect(mistakes.getByRole('button', { name: 'Line 4, column 2' })).toBeTruthy();
  });

  it('is saved on the version that was read', async () => {
    answer = ({ method, body }) =>
      method === 'PUT' ? { body: { ...template, ...(body as object) } } : undefined;
    const { user } = show('/7');
    fireEvent.change(await screen.findByLabelText('Goes to'), {
      target: { value: 'a@willow.example, b@willow.example\n' },
    });
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('“Contact Form Email” was saved.');
    const [call] = sent('PUT', '/cms/email-templates/7');
    expect(call?.headers.get('If-Match')).toBe('"3"');
    expect(call?.body).toMatchObject({
      recipients: ['a@willow.example', 'b@willow.example'],
      isForVisitors: true,
    });
  });

  it('of a name that the type has already is refused, and nothing that was typed is lost', async () => {
    answer = ({ method, path }) =>
      method === 'POST' && path === '/cms/email-templates' ? { status: 200, body: template } : undefined;
    const { user } = show('/new');
    fireEvent.change(await screen.findByLabelText(/^Name/), { target: { value: 'Contact Form Email' } });
    fireEvent.change(screen.getByLabelText(/^Subject/), { target: { value: 'Mine' } });
    await user.click(screen.getByRole('button', { name: 'Create template' }));
    await screen.findByText(/has a template of this name/);
    expect(screen.getByLabelText<HTMLInputElement>(/^Subject/).value).toBe('Mine');
  });
});

describe('a test', () => {
  it('of what is saved is sent to whoever is logged in', async () => {
    const person = { firstName: 'Ann', lastName: 'Ash', emailAddress: 'ann@example.org' };
    answer = ({ path }) =>
      path === '/auth/account'
        ? { body: { user: { person } } }
        : path === '/cms/emails'
          ? { body: { sent: 1, queued: 0, kept: 0, failed: 0 } }
          : undefined;
    const { user } = show('/7');
    await user.click(await screen.findByRole('button', { name: 'Send a test to myself' }));
    await screen.findByText('A test was sent to ann@example.org.');
    const [call] = sent('POST', '/cms/emails');
    expect(call?.headers.get('Idempotency-Key')).toBeTruthy();
    expect(call?.body).toMatchObject([
      {
        to: [{ name: 'Ann Ash', emailAddress: 'ann@example.org' }],
        template: { id: '7', data: contact.sample },
      },
    ]);
  });

  it('waits for what was typed to be saved', async () => {
    show('/7');
    fireEvent.change(await screen.findByLabelText(/^Subject/), { target: { value: 'Other' } });
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Send a test to myself' });
    await waitFor(() => expect(button.disabled).toBe(true));
    expect(screen.getByText(/Save first/)).toBeTruthy();
  });
});

describe('what is typed', () => {
  it.each([
    ['host', '{{ host }}'],
    ['order.tax', '{{ order.tax | money: order.currency }}'],
    ['order.deliveryExclTax', '{{ order.deliveryExclTax | money: order.currency }}'],
    ['order.refundedAmount', '{{ order.refundedAmount | money: order.currency }}'],
    ['order.sentBackAmount', '{{ order.sentBackAmount | money: order.sentBackCurrency }}'],
    ['order.isPaid', /^{% if order.isPaid %}\n {2}\n{% endif %}$/],
    ['fields', /^{% for field in fields %}/],
  ])('puts %s in as Liquid', (name, text) => {
    expect(insertedAs(name)).toMatch(text);
  });

  it('is addresses, a line or a comma each', () => {
    expect(addressesIn('a@b.example\n\n c@d.example, e@f.example;')).toEqual([
      'a@b.example',
      'c@d.example',
      'e@f.example',
    ]);
  });

  it.each(['[]', '1', 'null', '{', '"x"'])('is no data: %s', (text) => expect(dataIn(text)).toBeUndefined());
});
