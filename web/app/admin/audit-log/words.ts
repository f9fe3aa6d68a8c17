/** Entries of the activity log in words. */
import { t } from '@lingui/core/macro';
import type { AuditRecord, ServiceName } from '../../api/audit-log.ts';
import { jobInWords } from '../../notifications/job-names.ts';
import { SETTING_NAMES } from './setting-names.ts';

/** What is done to records of most kinds. */
const VERBS = {
  created: (kind: string) => t`${kind} created`,
  updated: (kind: string) => t`${kind} changed`,
  deleted: (kind: string) => t`${kind} deleted`,
  restored: (kind: string) => t`${kind} restored`,
};
type Verb = keyof typeof VERBS;

interface Kind {
  label: string;
  services: ServiceName[];
  verbs: readonly Verb[];
  /** The screen of a record that is still there. */
  href?: (entry: AuditRecord) => string;
}

const below = (screen: string) => (entry: AuditRecord) => `/cms-admin/${screen}/${entry.subjectId}`;
const always = (screen: string) => () => `/cms-admin/${screen}`;
const PLAIN = ['created', 'updated', 'deleted'] as const;
const KEPT = [...PLAIN, 'restored'] as const;

/** The screen that a setting is changed on. */
const SETTINGS: Record<string, string> = {
  Google: 'analytics',
  ...Object.fromEntries(
    ['siteName', 'logo', 'darkLogo', 'icon', 'language', 'timezone'].map((key) => [key, 'site']),
  ),
  ...Object.fromEntries(
    ['Schedule', 'Time', 'Weekday', 'sKeptDaily', 'sKeptWeekly', 'sKeptMonthly'].map((key) => [
      `backup${key}`,
      'backups',
    ]),
  ),
};
const shopSettingsOf = (key: string) =>
  /^(?:stripe|paypal|card|button|invoice|collection)/.test(key) ? '/cms-ecom/payments' : '/cms-ecom/settings';
const settingsOf = ({ service, subjectName }: AuditRecord) =>
  service === 'ecom' ? shopSettingsOf(subjectName) : `/cms-admin/${SETTINGS[subjectName] ?? 'config'}`;

/** What entries are about, by the services' names for it. */
export const KINDS: Record<string, Kind> = {
  page: { label: t`Page`, services: ['content'], verbs: PLAIN, href: below('pages') },
  layout: { label: t`Layout`, services: ['content'], verbs: PLAIN, href: below('layouts') },
  block: { label: t`Shared block`, services: ['content'], verbs: PLAIN, href: below('blocks') },
  plugin: { label: t`Plugin`, services: ['content'], verbs: ['updated', 'deleted'] },
  template: { label: t`Template`, services: ['content'], verbs: PLAIN, href: below('templates') },
  blog_post: { label: t`Blog post`, services: ['content'], verbs: PLAIN, href: always('blog/categories') },
  blog_category: {
    label: t`Blog category`,
    services: ['content'],
    verbs: PLAIN,
    href: always('blog/categories'),
  },
  linked_data: { label: t`Linked data`, services: ['content'], verbs: PLAIN, href: below('linked-data') },
  link: { label: t`Link`, services: ['content'], verbs: [], href: always('link-checker') },
  url_map: { label: t`Redirect`, services: ['content'], verbs: PLAIN, href: below('url-maps') },
  file: {
    label: t`File`,
    services: ['cms'],
    verbs: KEPT,
    href: ({ subjectId }) => `/cms-admin/files?file=${subjectId}`,
  },
  folder: {
    label: t`Folder`,
    services: ['cms'],
    verbs: KEPT,
    href: ({ subjectName }) => `/cms-admin/files?folder=${encodeURIComponent(subjectName)}`,
  },
  entity: { label: t`Entity`, services: ['cms'], verbs: PLAIN },
  email: { label: t`Email`, services: ['cms'], verbs: ['updated', 'deleted'], href: below('emails') },
  email_template: {
    label: t`Email template`,
    services: ['cms'],
    verbs: PLAIN,
    href: below('email-templates'),
  },
  email_template_type: { label: t`Email type`, services: ['cms'], verbs: PLAIN },
  tracker: { label: t`Tracker`, services: ['cms'], verbs: PLAIN, href: below('trackers') },
  mailing_list: { label: t`Mailing list`, services: ['cms'], verbs: PLAIN, href: below('mailing-lists') },
  subscriber: { label: t`Subscriber`, services: ['cms'], verbs: PLAIN, href: below('subscribers') },
  backup: { label: t`Backup`, services: ['cms'], verbs: KEPT, href: always('backups') },
  config: { label: t`Setting`, services: ['cms', 'ecom'], verbs: ['updated'], href: settingsOf },
  user: { label: t`Account`, services: ['auth'], verbs: PLAIN, href: below('users') },
  person: { label: t`Person`, services: ['auth'], verbs: PLAIN, href: below('people') },
  scope: { label: t`Scope`, services: ['auth'], verbs: PLAIN, href: below('scopes') },
  schema: { label: t`Profile fields`, services: ['auth'], verbs: PLAIN, href: below('schemas') },
  brand: {
    label: t`Brand`,
    services: ['ecom'],
    verbs: PLAIN,
    href: ({ subjectId }) => `/cms-ecom/brands/${subjectId}`,
  },
  order: {
    label: t`Order`,
    services: ['ecom'],
    verbs: ['updated'],
    href: ({ subjectId }) => `/cms-ecom/orders/${subjectId}`,
  },
  tax_rate: {
    label: t`Tax rate`,
    services: ['ecom'],
    verbs: PLAIN,
    href: ({ subjectId }) => `/cms-ecom/tax-rates/${subjectId}`,
  },
  shipping_matrix: {
    label: t`Delivery rules`,
    services: ['ecom'],
    verbs: PLAIN,
    href: ({ subjectId }) => `/cms-ecom/shipping-matrix/${subjectId}`,
  },
  category: {
    label: t`Category`,
    services: ['ecom', 'crm'],
    verbs: PLAIN,
    href: ({ service, subjectId }) =>
      `${service === 'crm' ? '/cms-admin/crm' : '/cms-ecom'}/categories/${subjectId}`,
  },
  product_group: {
    label: t`Product`,
    services: ['ecom'],
    verbs: PLAIN,
    href: ({ subjectId }) => `/cms-ecom/products/${subjectId}`,
  },
  shop_import: {
    label: t`Import`,
    services: ['ecom'],
    verbs: ['created', 'deleted'],
    href: ({ subjectId }) => `/cms-ecom/import/${subjectId}`,
  },
  product: { label: t`Variant`, services: ['ecom'], verbs: PLAIN, href: () => '/cms-ecom/products' },
  payment: { label: t`Payment`, services: ['ecom'], verbs: [], href: () => '/cms-ecom/payments' },
  job: {
    label: t`Job`,
    services: ['content', 'auth', 'cms', 'ecom', 'crm'],
    verbs: [],
    href: always('jobs'),
  },
};

/** What is done to records of one kind alone, or has a name of its own. The kind is that of what it is done to. */
const OWN: Record<string, [kind: string, words: string]> = {
  login: ['user', t`Logged in`],
  'user.invited': ['user', t`Invited`],
  'user.registered': ['user', t`Registered`],
  'user.disabled': ['user', t`Account disabled`],
  'user.enabled': ['user', t`Account enabled`],
  'user.scopes_changed': ['user', t`Scopes changed`],
  'person.updated': ['person', t`Details changed`],
  'password.changed': ['user', t`Password changed`],
  'password.reset': ['user', t`Password reset`],
  'reset.requested': ['user', t`Password reset requested`],
  'session.ended': ['user', t`Session ended`],
  'refresh.reused': ['user', t`Session ended: its token was used twice`],
  'passkey.added': ['user', t`Passkey added`],
  'passkey.removed': ['user', t`Passkey removed`],
  'authenticator.added': ['user', t`Authenticator added`],
  'authenticator.removed': ['user', t`Authenticator removed`],
  'recovery_codes.renewed': ['user', t`Recovery codes renewed`],
  'factors.removed': ['user', t`Second factors removed`],
  'api_token.created': ['user', t`API token created`],
  'api_token.revoked': ['user', t`API token revoked`],
  'profile_data.created': ['person', t`Profile filled in`],
  'profile_data.updated': ['person', t`Profile changed`],
  'profile_data.deleted': ['person', t`Profile data deleted`],
  'page.edited': ['page', t`Page edited`],
  'page.updated': ['page', t`Page settings changed`],
  'link.replaced': ['link', t`Link replaced`],
  'link.ignored': ['link', t`Link ignored`],
  'link.unignored': ['link', t`Link no longer ignored`],
  'file.content_replaced': ['file', t`File replaced`],
  'file.content_restored': ['file', t`Earlier version restored`],
  'email.sent': ['email', t`Email sent`],
  'email.resent': ['email', t`Email sent again`],
  'backup.uploaded': ['backup', t`Backup uploaded`],
  'backup.imported': ['backup', t`Backup imported`],
  'google.connected': ['config', t`Connected with Google`],
  'google.disconnected': ['config', t`Disconnected from Google`],
  'product.stock_adjusted': ['product', t`Stock counted`],
  'payment.billed': ['payment', t`Invoice sent instead of an online payment`],
  'payment.received': ['payment', t`Payment received`],
  'payment.refunded': ['payment', t`Payment refunded`],
  'payment.refund_closed': ['payment', t`Failed refund closed`],
  'payment.refund_retried': ['payment', t`Refund tried again`],
  'shop_import.planned': ['shop_import', t`Import preview created`],
  'shop_import.started': ['shop_import', t`Import carried out`],
  'shop_import.retried': ['shop_import', t`Images of an import fetched again`],
  'job.cancelled': ['job', t`Job cancelled`],
  'job.dismissed': ['job', t`Failed job dismissed`],
  'job.undismissed': ['job', t`Dismissal of a failed job undone`],
  'failed_event.retried': ['job', t`Failed events retried`],
};

/** Every action that has words, with the kind of what it is done to. */
export const ACTIONS: Record<string, { kind: string; words: string }> = Object.fromEntries([
  ...Object.entries(KINDS).flatMap(([kind, { label, verbs }]) =>
    verbs.map((verb) => [`${kind}.${verb}`, { kind, words: VERBS[verb](label) }]),
  ),
  ...Object.entries(OWN).map(([action, [kind, words]]) => [action, { kind, words }]),
]);

/** What was done; an action that has no words yet is called what the service calls it. */
export const actionInWords = (action: string): string => ACTIONS[action]?.words ?? action;

/** The record that an entry is about. Settings and jobs have keys for names. */
export function subjectInWords({ subjectType, subjectName }: AuditRecord): string {
  if (subjectType === 'config') return SETTING_NAMES[subjectName] ?? subjectName;
  return subjectType === 'job' ? jobInWords(subjectName) : subjectName;
}
