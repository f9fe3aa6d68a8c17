/** What long work is called. */
import { t } from '@lingui/core/macro';

const NAMES: Record<string, string> = {
  'branches.remove': t`Deletion of a shared block`,
  'links.check': t`Check of all links`,
  'scopes.rename': t`Renaming of scopes on pages`,
  'emails.deliver': t`Email delivery`,
  'emails.deliver_sealed': t`Email delivery`,
  'emails.send_mailings': t`Delivery of emails`,
  'users.mail_reset': t`Email with a link for a new password`,
  'account_mails.mail': t`Email with a link`,
  'notices.mail': t`Notice by email`,
  'order_mails.mail': t`Email about an order`,
  'stock_notices.mail': t`Email about a product that is low in stock`,
  'orders.expire': t`Cancellation of unpaid orders`,
  'backups.create': t`Backup`,
  'backups.check': t`Check of an uploaded backup`,
  'backups.receive': t`Check of an uploaded backup`,
  'backups.import': t`Import of a backup`,
  'uploads.complete': t`Upload completion`,
  'file_copies.copy': t`Images copied from other sites`,
  'images.make_variant': t`Image in a newer format`,
  'files.adopt': t`Images of pages found in the library`,
  'files.ask': t`File changes passed to pages`,
  'shop_files.ask': t`File changes passed to the shop`,
  'files.restate': t`File changes passed to pages`,
  'files.delete_objects': t`Permanent deletion of files`,
  'subscribers.ask': t`Email to confirm a newsletter`,
  'subscribers.forward': t`Sign-up passed on to a mailing list`,
  'templates.minify': t`Template minification`,
  'payments.advance': t`Status check at the payment provider`,
  'payments.refund': t`Refund by the payment provider`,
  'imports.plan': t`Preview of a shop import`,
  'imports.apply': t`Import into the shop`,
  'imports.fetch_images': t`Images of imported products`,
  'imports.discard': t`Removal of imported files`,
  'events.retry': t`Retry of failed events`,
  'auth.purge': t`Removal of expired sessions and links`,
};

/** The names of jobs whose words have all of these in them, in any case and order. */
export function jobsInWords(q: string): string[] {
  const wanted = q.toLowerCase().split(/\s+/).filter(Boolean);
  return Object.keys(NAMES).filter((name) => {
    const words = NAMES[name]?.toLowerCase() ?? '';
    return wanted.every((word) => words.includes(word));
  });
}

/** What a job does; one that has no words yet is called what the service calls it. */
export const jobInWords = (name: string): string => NAMES[name] ?? name;
