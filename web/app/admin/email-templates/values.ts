/** A template of emails as the form holds it, and the way to and from the wire. */
import { t } from '@lingui/core/macro';
import {
  createEmailTemplate,
  type EmailTemplateInput,
  type EmailTemplateRecord,
  type EmailTemplateType,
  updateEmailTemplate,
} from '../../api/email-templates.ts';
import { ProblemError, withErrors } from '../../api/problem.ts';
import type { SourceFault } from '../../api/templates.ts';

/** The choice of the type that is not there yet. */
export const NEW_TYPE = 'new';

export interface EmailTemplateValues {
  name: string;
  typeId: string;
  typeName: string;
  subject: string;
  format: string;
  content: string;
  /** Addresses, a line each. */
  recipients: string;
  isForVisitors: boolean;
  [name: string]: unknown;
}

const START = `<p>${t`Hello,`}</p>
<p></p>
<p>{{ siteName }}</p>
`;

export function valuesOf(
  template: EmailTemplateRecord | undefined,
  types: readonly EmailTemplateType[],
): EmailTemplateValues {
  if (!template)
    return {
      name: '',
      typeId: types[0]?.id ?? NEW_TYPE,
      typeName: '',
      subject: '',
      format: 'html',
      content: START,
      recipients: '',
      isForVisitors: false,
    };
  const { name, emailTemplateTypeId: typeId, subject, format, content, recipients, isForVisitors } = template;
  return {
    name,
    typeId,
    typeName: '',
    subject,
    format,
    content,
    recipients: recipients.join('\n'),
    isForVisitors,
  };
}

const inputOf = (values: EmailTemplateValues): EmailTemplateInput => ({
  name: values.name.trim(),
  subject: values.subject.trim(),
  content: values.content,
  format: values.format as EmailTemplateInput['format'],
  recipients: addressesIn(values.recipients),
  isForVisitors: values.isForVisitors,
});

/** The addresses of a text, a line each or parted by commas. */
export const addressesIn = (text: string): string[] =>
  text
    .split(/[\n,;]/)
    .map((line) => line.trim())
    .filter(Boolean);

/** Saves it. What is wrong with the content comes as one message of its field, which `faultsIn` reads. */
export async function save(
  values: EmailTemplateValues,
  template: EmailTemplateRecord | undefined,
): Promise<EmailTemplateRecord> {
  const input = inputOf(values);
  const isNewType = values.typeId === NEW_TYPE;
  try {
    if (template)
      return await updateEmailTemplate(template, { ...input, emailTemplateTypeId: values.typeId });
    const type = isNewType
      ? { emailTemplateTypeName: values.typeName.trim() }
      : { emailTemplateTypeId: values.typeId };
    return await createEmailTemplate(input, type);
  } catch (error) {
    throw error instanceof ProblemError ? inFields(error) : error;
  }
}

/** The same refusal in the words of the form. */
function inFields(problem: ProblemError): ProblemError {
  if (problem.code === 'email_template_taken') {
    const detail = t`This type has a template of this name. Choose another name.`;
    return withErrors(problem, [{ field: 'name', code: problem.code, detail }]);
  }
  if (problem.code !== 'email_template_invalid') return problem;
  const faults = faultsOf(problem);
  const inContent = faults.filter(({ field }) => field === 'content');
  const others = faults.filter(({ field }) => field !== 'content');
  return withErrors(problem, [
    ...others.map(({ field, detail }) => ({ field, code: problem.code, detail })),
    ...(inContent.length > 0
      ? [{ field: 'content', code: problem.code, detail: JSON.stringify(inContent) }]
      : []),
  ]);
}

/** What a service says is wrong with a template, where it says so. */
export const faultsOf = (error: unknown): SourceFault[] =>
  error instanceof ProblemError && Array.isArray(error.extensions.faults)
    ? (error.extensions.faults as SourceFault[])
    : [];

/** The form's field for a path in the request. */
export const fieldOf = (path: string): string =>
  path.startsWith('recipients')
    ? 'recipients'
    : path === 'emailTemplateTypeId'
      ? 'typeId'
      : path === 'emailTemplateTypeName'
        ? 'typeName'
        : path;
