/** What can be done about a link. Everything has its way back. */
import { plural, t } from '@lingui/core/macro';
import { CornerUpRight, Eye, EyeOff, PenLine, RotateCw, Unlink } from 'lucide-react';
import { create } from 'zustand';
import {
  type LinkOut,
  type LinkUseOut,
  linksCheckAgain,
  linksSetIgnored,
  type Skipped,
} from '../../api/generated/index.ts';
import { type Fix, replaceLink, undoFix } from '../../api/links.ts';
import { toast } from '../../ui/toast.ts';
import type { MenuAction } from '../define-resource.ts';
import { REDIRECTABLE, reasonInWords, STATES } from './words.ts';

export type Refresh = () => Promise<void>;

/** Where an address is replaced; left out, everywhere. */
export type Where = Pick<LinkUseOut, 'id' | 'pageId' | 'pageTitle' | 'pageCount' | 'holder'> | undefined;

/** The dialog that is open: a new address for a link, or a redirect from it. */
export const useFixDialog = create<{
  open?: { kind: 'replace' | 'redirect'; link: LinkOut; place: Where; refresh: Refresh };
}>(() => ({}));

const inPlaces = (count: number) => plural(count, { one: '# place', other: '# places' });

function tellSkipped(skipped: Skipped[]): void {
  const [first, ...others] = skipped;
  if (!first) return;
  const more = others.length ? t` And ${plural(others.length, { one: '# more', other: '# more' })}.` : '';
  toast.error(t`“${first.pageTitle}” was left as it is: ${first.detail}${more}`);
}

async function takeBack({ fixId }: Fix, refresh: Refresh): Promise<void> {
  try {
    const { changed, skipped } = await undoFix(fixId);
    if (changed > 0) toast.success(t`The link is back in ${inPlaces(changed)}.`);
    tellSkipped(skipped);
  } catch (error) {
    toast.error(error);
  }
  await refresh();
}

/** Puts another address in the place of one, or none, and says so. Throws ProblemError. */
export async function fix(link: LinkOut, to: string | null, place: Where, refresh: Refresh): Promise<void> {
  const done = await replaceLink(link.id, { to, useId: place?.id }).catch(async (error: unknown) => {
    // A place that is not there any more leaves the list.
    await refresh();
    throw error;
  });
  if (done.changed > 0) {
    const where = inPlaces(done.changed);
    const message =
      to === null ? t`The link was removed in ${where}.` : t`The link was replaced in ${where}.`;
    toast.undo(message, { onUndo: () => void takeBack(done, refresh) });
  } else if (done.skipped.length === 0 && !done.failure) {
    toast.show({ message: t`The link is not there any more.` });
  }
  tellSkipped(done.skipped);
  if (done.failure) toast.error(done.failure);
  await refresh();
}

async function attempt(act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    toast.error(error);
  }
}

/** Milliseconds, more than an answer takes: another site is given ten seconds, twice. */
const LONGEST_CHECK = 30_000;

async function checkAgain({ id, address }: LinkOut, refresh: Refresh): Promise<void> {
  const checking = toast.show({ message: t`Checking ${address}…`, duration: LONGEST_CHECK });
  const { data } = await linksCheckAgain({ path: { id } }).finally(() => toast.close(checking));
  const reason = reasonInWords(data);
  toast.show({
    message: `${STATES[data.state]}: ${data.address}`,
    detail: reason || undefined,
    kind: data.state === 'ok' ? 'success' : 'info',
  });
  await refresh();
}

export async function ignore({ id }: LinkOut, isIgnored: boolean, refresh: Refresh): Promise<void> {
  const { data } = await linksSetIgnored({ path: { id }, body: { isIgnored } });
  await refresh();
  if (isIgnored)
    toast.undo(t`${data.address} is ignored from now on.`, {
      onUndo: () => void attempt(() => ignore(data, false, refresh)),
    });
}

/** What a link offers; in one place, or wherever it stands. */
export function actionsFor(link: LinkOut, place?: LinkUseOut): MenuAction[] {
  const dialog = (kind: 'replace' | 'redirect') => (refresh: Refresh) =>
    useFixDialog.setState({ open: { kind, link, place, refresh } });
  const replace = place ? t`Replace here…` : t`Replace everywhere…`;
  return [
    { label: replace, icon: PenLine, onSelect: dialog('replace') },
    {
      label: place ? t`Unlink here` : t`Unlink everywhere`,
      icon: Unlink,
      onSelect: (refresh) => void attempt(() => fix(link, null, place, refresh)),
    },
    ...(link.isInternal && REDIRECTABLE.has(link.reason)
      ? [{ label: t`Redirect to…`, icon: CornerUpRight, onSelect: dialog('redirect') }]
      : []),
    {
      label: t`Check again`,
      icon: RotateCw,
      onSelect: (refresh) => void attempt(() => checkAgain(link, refresh)),
    },
    {
      label: link.isIgnored ? t`Stop ignoring` : t`Ignore`,
      icon: link.isIgnored ? Eye : EyeOff,
      onSelect: (refresh) => void attempt(() => ignore(link, !link.isIgnored, refresh)),
    },
  ];
}
