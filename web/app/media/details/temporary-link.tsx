/** A link to a restricted file: it opens the file to each visitor who has the link, until it expires. */
import { plural, t } from '@lingui/core/macro';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useFormats } from '#words/use-formats.ts';
import { allFoldersOptions, type FileRecord, signedAddressOptions } from '../../api/files.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { joined, restrictionsAbove } from '../addresses.ts';
import styles from './temporary-link.module.css';

const DAYS = [1, 7, 30] as const;
const DAY_SECONDS = 86_400;

/** Nothing for a file that everyone sees: its own address does. */
export function TemporaryLink({ file }: { file: FileRecord }): ReactNode {
  const { data: folders = [] } = useQuery(allFoldersOptions());
  const [isOpen, setOpen] = useState(false);
  const isRestricted =
    !file.isPublic ||
    (file.metaData.scopeWhitelist ?? []).length > 0 ||
    restrictionsAbove(joined(file.bucketName, file.name), folders).length > 0;
  if (!isRestricted) return null;
  return (
    <>
      <Button
        className={styles.open}
        size="xs"
        leftSection={<Link2 size={14} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t`Temporary link…`}
      </Button>
      {isOpen && <LinkDialog id={file.id} onClose={() => setOpen(false)} />}
    </>
  );
}

function LinkDialog({ id, onClose }: { id: string; onClose: () => void }): ReactNode {
  const formats = useFormats();
  const [days, setDays] = useState<number>(DAYS[1]);
  const query = useQuery(signedAddressOptions(id, days * DAY_SECONDS));
  return (
    <Dialog
      opened
      size={560}
      title={t`Temporary link`}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t`Close`}</Button>}
    >
      <div className={styles.link}>
        <p>{t`Anyone who has this link can open the file, without logging in, until it expires. It cannot be revoked before that.`}</p>
        <NativeSelect
          label={t`Expires in`}
          value={String(days)}
          onChange={(event) => setDays(Number(event.currentTarget.value))}
          data={DAYS.map((each) => ({
            value: String(each),
            label: plural(each, { one: '# day', other: '# days' }),
          }))}
        />
        <Loaded query={query}>
          {({ absoluteUri, expiresAt }) => (
            <div className={styles.address}>
              <TextInput
                label={t`Link`}
                description={t`Until ${formats.dateTime(new Date(expiresAt * 1000).toISOString())}`}
                readOnly
                value={absoluteUri}
                onFocus={(event) => event.currentTarget.select()}
              />
              <CopyButton text={absoluteUri} label={t`Copy link`} />
            </div>
          )}
        </Loaded>
      </div>
    </Dialog>
  );
}
