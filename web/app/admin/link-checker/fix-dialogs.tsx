/** The dialogs that ask where a link is to lead. */
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { ifMatch } from '../../api/fetch.ts';
import {
  type LinkOut,
  linksCheckAgain,
  type UrlMapOut,
  urlMapsCreate,
  urlMapsDelete,
} from '../../api/generated/index.ts';
import { urlMapsKey } from '../../api/keys.ts';
import { ProblemError } from '../../api/problem.ts';
import { AddressPicker } from '../../fields/pickers/address-picker.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { sentenceOf } from '../../ui/problem-words.ts';
import { toast } from '../../ui/toast.ts';
import styles from './fix-dialogs.module.css';
import { fix, type Refresh, useFixDialog, type Where } from './fixes.ts';

export function FixDialogs() {
  const { open } = useFixDialog();
  if (!open) return null;
  return <FixDialog key={`${open.kind} ${open.link.id} ${open.place?.id}`} {...open} />;
}

interface Opened {
  kind: 'replace' | 'redirect';
  link: LinkOut;
  place: Where;
  refresh: Refresh;
}

function FixDialog({ kind, link, place, refresh }: Opened) {
  const client = useQueryClient();
  const form = useId();
  const [to, setTo] = useState(kind === 'replace' ? (link.destination ?? '') : '');
  const [isSaving, setSaving] = useState(false);
  const [fault, setFault] = useState<string>();
  const close = () => useFixDialog.setState({ open: undefined });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!to.trim()) return setFault(t`Enter an address.`);
    setSaving(true);
    try {
      if (kind === 'replace') await fix(link, to.trim(), place, refresh);
      else {
        await redirect(link, to.trim(), refresh);
        await client.invalidateQueries({ queryKey: urlMapsKey });
      }
      close();
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      setFault(error.errors[0]?.detail ?? sentenceOf(error));
    } finally {
      setSaving(false);
    }
  };
  const isRedirect = kind === 'redirect';
  return (
    <Dialog
      opened
      onClose={close}
      title={isRedirect ? t`Redirect visitors` : t`Replace link`}
      footer={
        <>
          <Button size="md" onClick={close}>{t`Cancel`}</Button>
          <Button size="md" variant="filled" type="submit" form={form} loading={isSaving}>
            {isRedirect ? t`Create redirect` : t`Replace link`}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={(event) => void submit(event)}>
        <p className={styles.from}>
          <code>{link.address}</code>
        </p>
        {!isRedirect && <p className={styles.where}>{whereInWords(link, place)}</p>}
        <AddressPicker
          label={isRedirect ? t`Send visitors to` : t`New address`}
          hint={isRedirect ? t`The link stays as it is: visitors who follow it are sent here.` : undefined}
          value={to}
          error={fault}
          onChange={(address) => {
            setTo(address);
            setFault(undefined);
          }}
        />
      </form>
    </Dialog>
  );
}

function whereInWords({ useCount }: LinkOut, place: Where) {
  if (!place)
    return <Trans>In {plural(useCount, { one: '# place', other: '# places' })} across the site.</Trans>;
  if (place.holder === 'page') return <Trans>On “{place.pageTitle}” alone.</Trans>;
  return (
    <Trans>
      It is shared by {plural(place.pageCount, { one: '# page', other: '# pages' })} and changes on all of
      them.
    </Trans>
  );
}

/** Adds a redirect from the address that a link has. Throws ProblemError. */
async function redirect(link: LinkOut, to: string, refresh: Refresh): Promise<void> {
  const source = link.address.replace(/[?#].*$/, '');
  const { data } = await urlMapsCreate({ body: { source, destination: to, responseCode: 301 } });
  await linksCheckAgain({ path: { id: link.id } });
  await refresh();
  toast.undo(t`Visitors of ${source} are now sent to ${to}.`, {
    onUndo: () => void removeRedirect(link, data, refresh),
  });
}

async function removeRedirect(link: LinkOut, { id, version }: UrlMapOut, refresh: Refresh): Promise<void> {
  try {
    await urlMapsDelete({ path: { id }, headers: ifMatch(version) });
    await linksCheckAgain({ path: { id: link.id } });
  } catch (error) {
    toast.error(error);
  }
  await refresh();
}
