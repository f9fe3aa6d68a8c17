import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { type EmailRecord, emailsKey } from '../../api/emails.ts';
import { siteOptions } from '../../api/site.ts';
import styles from './email-view.module.css';
import { send, sendLabel } from './sending.ts';
import { obstacleInWords } from './words.ts';

/** The button that sends an email which failed or was kept, or why it cannot be. Nothing for one that was sent or waits. */
export function SendAgain({ email }: { email: EmailRecord }) {
  const { data: site } = useQuery(siteOptions());
  const queryClient = useQueryClient();
  const [isSending, setSending] = useState(false);
  const why = obstacleInWords(email, site?.hasMail);
  if (why) return <p className={styles.why}>{why}</p>;
  if (email.obstacle || !site) return null;

  const onSend = async () => {
    setSending(true);
    await send(email, () => queryClient.invalidateQueries({ queryKey: emailsKey }));
    setSending(false);
  };
  return (
    <Button
      variant="filled"
      size="md"
      leftSection={<Send size={16} aria-hidden />}
      disabled={isSending}
      onClick={() => void onSend()}
    >
      {sendLabel(email)}
    </Button>
  );
}
