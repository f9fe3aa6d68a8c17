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
          ? 'The invitation is in the mail log.'
          : `An invitation is on its way to ${user.person.emailAddress}.`,
      );
    },
    onError: (error) => toast.error(error),
  });
  const words = user.hasPassword
    ? 'Set.'
    : user.isInvited
      ? 'None yet; the invitation to choose one is open. The link of an older one stops working.'
      : 'None yet, and no open invitation to choose one.';
  return (
    <CardItem
      title="Password"
      actions={
        !user.hasPassword && (
          <Button
            leftSection={<Mail size={15} aria-hidden />}
            loading={invite.isPending}
            disabled={user.state === 'disabled'}
            onClick={() => invite.mutate()}
          >
            {user.isInvited ? 'Invite again' : 'Invite'}
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
      title: 'Remove the second factors?',
      message: `The authenticator app, the passkeys and the recovery codes of ${user.person.firstName} ${user.person.lastName} are removed, and they are logged out everywhere. If a scope of theirs requires a second factor, they set up a new one when they next log in. Be sure that it is really them who asked.`,
      confirmLabel: 'Remove',
      isDangerous: true,
    });
    if (!isSure) return;
    try {
      await removeSecondFactors(user);
      toast.success('The second factors were removed.');
    } catch (error) {
      toast.error(error);
    }
    await refresh();
  };
  return (
    <CardItem
      title="Second factor"
      actions={
        user.hasSecondFactor && (
          <Button
            color="danger"
            leftSection={<ShieldOff size={15} aria-hidden />}
            onClick={() => void remove()}
          >
            Remove
          </Button>
        )
      }
    >
      {user.hasSecondFactor ? 'Set up: an authenticator app or a passkey.' : 'None.'}
    </CardItem>
  );
}

export function SignInCard({ user }: { user: UserRecord }) {
  const { data: site } = useQuery(siteOptions());
  return (
    <Card title="Logging in">
      {!user.hasPassword && <MailNote site={site} />}
      <CardList label="Logging in">
        <Invitation user={user} />
        <SecondFactor user={user} />
        <CardItem title="Last login">
          {user.lastLoginAt ? <RelativeTime moment={user.lastLoginAt} /> : 'Never'}
        </CardItem>
      </CardList>
    </Card>
  );
}
