/** The bell of the toolbars: what happened since one last looked, and the way to each of it. */
import { plural, t } from '@lingui/core/macro';
import { ActionIcon, Button, Popover } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Bell as BellIcon, CircleAlert, CircleCheck } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import {
  type Hearing,
  markRead,
  type Notification,
  notificationsKey,
  notificationsOptions,
} from '../api/notifications.ts';
import { useHasScope } from '../session/use-session.ts';
import { RelativeTime } from '../ui/relative-time.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { ErrorState } from '../ui/states.tsx';
import { toast } from '../ui/toast.ts';
import styles from './bell.module.css';
import { inWords, type Wording } from './words.ts';

type Item = Wording & { notification: Notification };

/** Seen as read at once; what the services say counts again when they are asked the next time. */
function useMarkRead(hearing: Hearing) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: markRead,
    onMutate: async (read: Notification[]) => {
      await queries.cancelQueries({ queryKey: notificationsKey });
      const ids = new Set(read.map(({ id }) => id));
      queries.setQueryData(notificationsOptions(hearing).queryKey, (all) =>
        all?.map((each) => (ids.has(each.id) ? { ...each, isRead: true } : each)),
      );
    },
    onError: (error) => toast.error(error),
    onSettled: () => queries.invalidateQueries({ queryKey: notificationsKey }),
  });
}

/** The most that is counted. */
const MOST = 99;
const counted = (count: number) => (count > MOST ? `${MOST}+` : `${count}`);
// It has what is seen on the bell in it, by which people press it who speak to their computer.
const countInWords = (count: number) =>
  count > MOST
    ? t`${counted(count)} unread notifications`
    : t`${plural(count, { one: '# unread notification', other: '# unread notifications' })}`;

export function Bell() {
  const isAdmin = useHasScope('admin');
  const [opened, setOpened] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const hearing = {
    isEditor: useHasScope('editor'),
    isShopkeeper: useHasScope('ecom:read', 'ecom:write'),
  };
  const query = useQuery(notificationsOptions(hearing));
  const { mutate: read } = useMarkRead(hearing);
  const items = (query.data ?? []).flatMap((notification): Item[] => {
    const wording = inWords(notification, isAdmin);
    return wording ? [{ ...wording, notification }] : [];
  });
  const unread = items.filter(({ notification }) => !notification.isRead);
  return (
    <>
      <Popover
        opened={opened}
        onChange={setOpened}
        position="bottom-end"
        width={360}
        trapFocus
        returnFocus
        withinPortal
      >
        <Popover.Target>
          <ActionIcon
            className={styles.bell}
            aria-label={unread.length > 0 ? countInWords(unread.length) : t`Notifications`}
            onClick={() => setOpened(!opened)}
          >
            <BellIcon size={17} aria-hidden />
            {unread.length > 0 && (
              <span className={styles.count} aria-hidden>
                {counted(unread.length)}
              </span>
            )}
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown className={styles.dropdown}>
          <header>
            <h2 ref={heading} tabIndex={-1}>{t`Notifications`}</h2>
            {unread.length > 0 && (
              <Button
                variant="subtle"
                onClick={() => {
                  // The button goes; the keyboard stays in here.
                  heading.current?.focus();
                  read(unread.map(({ notification }) => notification));
                }}
              >{t`Mark all as read`}</Button>
            )}
          </header>
          {query.data ? (
            <List
              items={items}
              onOpen={(notification) => {
                if (!notification.isRead) read([notification]);
                setOpened(false);
              }}
            />
          ) : query.isError ? (
            <ErrorState error={query.error} onRetry={() => void query.refetch()} />
          ) : (
            <Skeleton height="3rem" />
          )}
        </Popover.Dropdown>
      </Popover>
      {/* Said when there is more, and at leisure. */}
      <span className="pw-visually-hidden" role="status">
        {unread.length > 0 && countInWords(unread.length)}
      </span>
    </>
  );
}

function List({ items, onOpen }: { items: Item[]; onOpen: (notification: Notification) => void }) {
  if (items.length === 0) {
    return (
      <p className={styles.nothing}>
        {t`Nothing new. You get a notification when a backup is ready, links have been checked, an import is done, or something fails.`}
      </p>
    );
  }
  return (
    <ul className={styles.list}>
      {items.map(({ title, detail, href, notification }) => {
        const isGood = notification.kind === 'job.done';
        const Icon = isGood ? CircleCheck : CircleAlert;
        return (
          <li key={`${notification.service} ${notification.id}`}>
            <Link
              to={href}
              className={styles.item}
              data-unread={!notification.isRead || undefined}
              onClick={() => onOpen(notification)}
            >
              <Icon size={17} aria-hidden className={isGood ? styles.good : styles.bad} />
              <span className={styles.words}>
                <strong>
                  {!notification.isRead && <span className="pw-visually-hidden">{t`Unread:`} </span>}
                  {title}
                </strong>
                {detail && <span>{detail}</span>}
                <span className={styles.when}>
                  <RelativeTime moment={notification.at} />
                </span>
              </span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
