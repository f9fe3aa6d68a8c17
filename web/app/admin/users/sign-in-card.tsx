import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Mail, ShieldOff } from 'lucide-react';
import { siteOptions } from '../../api/site.ts';
import { inviteUser, removeSecondFactors, type UserRecord } from '../../api/users.ts';
import { confirm } from '../../ui/confirm.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { toast } from '../../ui/toast.ts';
import { Card, CardItem, CardList } from '../card.tsx';
import { MailNote } from './mail-note.tsx';
import { useRefreshUsers } from './use-refresh-users.ts';

function Invitation({ user }: { user: UserRecord }) {
  const refresh = useRefreshUsers();
  const { data: site } = useQuery(siteOptions());
  const invite = useMutation({
    mutationFn: () => inviteUser(user),
    onSuccess: async () => {
      await refresh();
      toast.success(
        site?.hasMail === false
          ? t`The invitation is under Emails.`
          : t`An invitation is on its way to ${user.person.emailAddress}.`,
      );
    },
    onError: (error) => toast.error(error),
  });
  const words = user.hasPassword
    ? t`Set.`
    : user.isInvited
      ? t`None yet; the invitation to choose one is open. The link of an older one stops working.`
      : t`None yet, and no open invitation to choose one.`;
  return (
    <CardItem
      title={t`Password`}
      actions={
        !user.hasPassword && (
          <Button
            leftSection={<Mail size={15} aria-hidden />}
            loading={invite.isPending}
            disabled={user.state === 'disabled'}
            onClick={() => invite.mutate()}
          >
            {user.isInvited ? t`Invite again` : t`Invite`}
          </Button>
        )
      }
    >
      {words}
    </CardItem>
  );
}

function SecondFactor({ user }: { user: UserRecord }) {
  const refresh = useRefreshUsers();
  const remove = async () => {
    const isSure = await confirm({
      title: t`Remove the second factors?`,
      message: t`The authenticator app, the passkeys and the recovery codes of ${user.person.firstName} ${user.person.lastName} are removed, and they are logged out everywhere. If a scope of theirs requires a second factor, they set up a new one when they next log in. Make sure that they really asked for this.`,
      confirmLabel: t`Remove`,
      isDangerous: true,
    });
    if (!isSure) return;
    try {
      await removeSecondFactors(user);
      toast.success(t`The second factors were removed.`);
    } catch (error) {
      toast.error(error);
    }
    await refresh();
  };
  return (
    <CardItem
      title={t`Second factor`}
      actions={
        user.hasSecondFactor && (
          <Button
            color="danger"
            leftSection={<ShieldOff size={15} aria-hidden />}
            onClick={() => void remove()}
          >
            {t`Remove`}
          </Button>
        )
      }
    >
      {user.hasSecondFactor ? t`Set up: an authenticator app or a passkey.` : t`None.`}
    </CardItem>
  );
}

export function SignInCard({ user }: { user: UserRecord }) {
  const { data: site } = useQuery(siteOptions());
  return (
    <Card title={t`Logging in`}>
      {!user.hasPassword && <MailNote site={site} />}
      <CardList label={t`Logging in`}>
        <Invitation user={user} />
        <SecondFactor user={user} />
        <CardItem title={t`Last login`}>
          {user.lastLoginAt ? <RelativeTime moment={user.lastLoginAt} /> : t`Never`}
        </CardItem>
      </CardList>
    </Card>
  );
}
