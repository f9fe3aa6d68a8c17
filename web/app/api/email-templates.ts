/** Templates of emails as the admin lists, writes, previews and tries them. */
import { queryOptions } from '@tanstack/react-query';
import { idempotencyKey, ifMatch } from './fetch.ts';
import {
  emailTemplatesGetOptions,
  emailTemplatesListOptions,
  emailTemplateTypesListOptions,
} from './generated/@tanstack/react-query.gen.ts';
import {
  accountGet,
  type EmailPreviewIn,
  type EmailPreviewOut,
  type EmailTemplateIn,
  type EmailTemplateOut,
  type EmailTemplatesListData,
  type EmailTemplateTypeOut,
  emailsCreate,
  emailTemplatesCreate,
  emailTemplatesDelete,
  emailTemplatesPreviewNew,
  emailTemplatesUpdate,
} from './generated/index.ts';
import { ProblemError } from './problem.ts';

export type EmailTemplateRecord = EmailTemplateOut;
export type EmailTemplateType = EmailTemplateTypeOut;
export type EmailTemplateInput = Pick<
  EmailTemplateIn,
  'name' | 'subject' | 'content' | 'format' | 'recipients' | 'isForVisitors'
>;
export type EmailPreview = EmailPreviewOut;

/** Start of the key of every query for templates of emails: invalidate by it. */
export const emailTemplatesKey = [{ tags: ['email_templates'] }];
export const emailTemplateTypesKey = [{ tags: ['email_template_types'] }];

export const listEmailTemplatesOptions = (query: EmailTemplatesListData['query']) =>
  emailTemplatesListOptions({ query });
export const getEmailTemplateOptions = (id: string) => emailTemplatesGetOptions({ path: { id } });
/** All types: sites have a handful. */
export const listEmailTypesOptions = () => emailTemplateTypesListOptions({ query: { limit: 100 } });

/** The type by its id, or by the name of a new one. */
export type TypeOfTemplate = { emailTemplateTypeId: string } | { emailTemplateTypeName: string };

/** ProblemError 409 where the type has a template of that name: the service would give that one, and lose what was typed. */
export async function createEmailTemplate(
  input: EmailTemplateInput,
  type: TypeOfTemplate,
): Promise<EmailTemplateRecord> {
  const { data, response } = await emailTemplatesCreate({ body: { ...input, ...type } });
  if (response?.status === 200) {
    const errors = [{ field: 'name', code: 'email_template_taken', detail: '' }];
    throw new ProblemError(409, { code: 'email_template_taken', errors });
  }
  return data;
}

/** ProblemError 412 where it has changed since it was read. */
export async function updateEmailTemplate(
  { id, version }: EmailTemplateRecord,
  input: EmailTemplateInput & { emailTemplateTypeId: string },
): Promise<EmailTemplateRecord> {
  return (await emailTemplatesUpdate({ path: { id }, headers: ifMatch(version), body: input })).data;
}

/** Outlives the page that it is sent from: a delayed deletion is sent on leaving. */
export async function deleteEmailTemplate({ id, version }: EmailTemplateRecord): Promise<void> {
  await emailTemplatesDelete({ path: { id }, headers: ifMatch(version), keepalive: true });
}

/** An email as what is being written would make it. ProblemError 422 with `faults` (field, line, column, detail). */
export const previewOptions = (input: EmailPreviewIn) =>
  queryOptions({
    queryKey: ['email-preview', input],
    queryFn: async ({ signal }) => (await emailTemplatesPreviewNew({ body: input, signal })).data,
    retry: false,
    gcTime: 60_000,
  });

export interface TestResult {
  to: string;
  /** How many are in each state when the answer comes. */
  sent: number;
  queued: number;
  kept: number;
  failed: number;
}

/** Sends the stored template with these data to the principal. */
export async function sendTestEmail(templateId: string, data: Record<string, unknown>): Promise<TestResult> {
  const { person } = (await accountGet()).data.user;
  const email = {
    to: [{ name: `${person.firstName} ${person.lastName}`.trim(), emailAddress: person.emailAddress }],
    template: { id: templateId, data },
    allowLogging: true,
    // Not looked at where somebody with the right to write to addresses of their choice is logged in.
    recaptcha: 'session',
  };
  const { data: result } = await emailsCreate({ body: [email], headers: idempotencyKey() });
  const { sent = 0, queued = 0, kept = 0, failed = 0 } = 'state' in result ? {} : result;
  return { to: person.emailAddress, sent, queued, kept, failed };
}
