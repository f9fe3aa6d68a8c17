/** The ways to pay: whether buyers are offered them, and what the others lack. */
import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { screenFormats } from '#words/screen-formats.ts';
import {
  type GatewayStatusOut,
  type PaymentsStatusOut,
  type ProviderTestIn,
  paymentsTest,
} from '../../api/generated/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { toast } from '../../ui/toast.ts';
import { Card, CardItem, CardList } from '../card.tsx';
import { mayWrite } from '../define-resource.ts';
import entry from './entry.ts';
import styles from './payments.module.css';
import { GATEWAYS, SETTINGS } from './words.ts';

type Provider = ProviderTestIn['provider'];

const PROVIDERS: Partial<Record<GatewayStatusOut['key'], Provider>> = { card: 'stripe', button: 'paypal' };
const NAMES: Record<Provider, string> = { stripe: 'Stripe', paypal: 'PayPal' };

export function MethodsCard({ status }: { status: PaymentsStatusOut }) {
  return (
    <Card title={t`Ways to pay`} description={t`Buyers see those that are offered, in this order.`}>
      <CardList label={t`Ways to pay`}>
        {status.gateways.map((gateway) => (
          <Method key={gateway.key} gateway={gateway} />
        ))}
      </CardList>
    </Card>
  );
}

function Method({ gateway }: { gateway: GatewayStatusOut }) {
  const provider = PROVIDERS[gateway.key];
  return (
    <CardItem
      title={
        <span className={styles.title}>
          {GATEWAYS[gateway.key]} <State gateway={gateway} />
        </span>
      }
      actions={provider && mayWrite(entry) && hasKeys(gateway) && <TestButton provider={provider} />}
    >
      {gateway.isOn && gateway.missing.length > 0 && missingInWords(gateway.missing)}
    </CardItem>
  );
}

// What a provider is asked with: its webhooks may be set up later.
const KEYS = ['stripeSecretKey', 'paypalClientId', 'paypalClientSecret'];
const hasKeys = ({ missing }: GatewayStatusOut) => !missing.some((key) => KEYS.includes(key));

function missingInWords(missing: readonly string[]): string {
  // Nothing that is set would help.
  if (missing.includes('currency')) return t`Stripe cannot charge all amounts in the shop’s currency.`;
  if (missing.length === 1 && missing[0] === 'paypalCurrency')
    return mayWrite(entry)
      ? t`PayPal’s currency is not the shop’s: set the same one.`
      : t`PayPal’s currency is not the shop’s.`;
  const names = screenFormats().list(missing.map((key) => SETTINGS[key] ?? key));
  return t`Missing: ${names}`;
}

function State({ gateway: { isOn, isOffered } }: { gateway: GatewayStatusOut }) {
  if (isOffered) return <Badge tone="good">{t`Offered`}</Badge>;
  return isOn ? <Badge tone="warning">{t`Not set up`}</Badge> : <Badge>{t`Off`}</Badge>;
}

function TestButton({ provider }: { provider: Provider }) {
  const name = NAMES[provider];
  const test = useMutation({
    mutationFn: () => paymentsTest({ body: { provider } }),
    onSuccess: () => toast.success(t`${name} accepts the keys.`),
    onError: (error) => toast.error(error),
  });
  return (
    <Button
      size="md"
      aria-label={t`Test the keys of ${name}`}
      loading={test.isPending}
      onClick={() => test.mutate()}
    >
      {t`Test keys`}
    </Button>
  );
}
