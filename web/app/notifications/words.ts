/** Notifications in words, and where each leads. */
import { plural, t } from '@lingui/core/macro';
import { screenFormats } from '#words/screen-formats.ts';
import type { Notification } from '../api/notifications.ts';
import { jobInWords } from './job-names.ts';

export interface Wording {
  title: string;
  detail?: string;
  href: string;
}

const text = (value: unknown) => (typeof value === 'string' && value ? value : undefined);

/** Where what a job made or found is. */
const PLACES: Record<string, string> = {
  'backups.create': '/cms-admin/backups',
  'backups.check': '/cms-admin/backups',
  'backups.import': '/cms-admin/backups',
  'links.check': '/cms-admin/link-checker',
  'branches.remove': '/cms-admin/blocks',
  'uploads.complete': '/cms-admin/files',
  'imports.plan': '/cms-ecom/import',
  'imports.apply': '/cms-ecom/import',
  'imports.fetch_images': '/cms-ecom/import',
  'file_copies.copy': '/cms-admin/files',
};

const DONE: Record<string, string> = {
  'backups.create': t`Your backup is ready`,
  'backups.import': t`The backup was imported`,
  'links.check': t`All links were checked`,
  'branches.remove': t`The shared block was deleted`,
  'imports.apply': t`The import into the shop is done`,
};

/** Undefined for what a newer service tells of and this screen has no words for. `isAdmin` opens the list of jobs. */
export function inWords({ kind, data }: Notification, isAdmin: boolean): Wording | undefined {
  const job = text(data.job);
  const jobs = isAdmin ? '/cms-admin/jobs?state=failed' : '/cms-admin/pages';
  if (kind === 'job.done' && job && DONE[job]) return { title: DONE[job], href: PLACES[job] ?? jobs };
  if (kind === 'job.failed' && job) {
    const title = t`Failed: ${jobInWords(job)}`;
    const place = PLACES[job];
    const isOfShop = place?.startsWith('/cms-ecom/');
    const href = isAdmin && !isOfShop ? jobs : (place ?? jobs);
    return { title, detail: text(data.detail), href };
  }
  if (kind === 'emails.failed') {
    const count = Number(data.count);
    const title = t`${plural(count, { one: '# email could not be sent', other: '# emails could not be sent' })}`;
    return { title, href: '/cms-admin/emails?state=failed' };
  }
  if (kind === 'refunds.failed') {
    const order = text(data.order) ?? '';
    const title = t`A refund of order ${order} failed`;
    const currency = text(data.currency);
    const detail = currency && screenFormats().money(Number(data.amount), currency);
    return { title, detail, href: `/cms-ecom/orders/${text(data.orderId) ?? ''}` };
  }
  if (kind === 'stock.low') {
    const others = Number(data.count) - 1;
    const name = text(data.name) ?? '';
    const title =
      others > 0
        ? t`${plural(others, { one: `Low in stock: ${name} and # other product`, other: `Low in stock: ${name} and # other products` })}`
        : t`Low in stock: ${name}`;
    const detail = others > 0 ? undefined : t`${Math.max(0, Number(data.stock))} left`;
    const href =
      others > 0 ? '/cms-ecom/products?stock=low' : `/cms-ecom/products/${text(data.groupId) ?? ''}`;
    return { title, detail, href };
  }
  return undefined;
}
