/** /cms-ecom/import: a file to import, exports, and the imports of late. */
import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Download, FileUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { importsListOptions } from '../../api/generated/@tanstack/react-query.gen.ts';
import type { ImportListed } from '../../api/generated/index.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import { addressOf } from '../define-entry.ts';
import { mayWrite } from '../define-resource.ts';
import { importsKey, uploadImport } from './api.ts';
import entry from './entry.ts';
import styles from './import.module.css';
import { KINDS, STATES } from './words.ts';

type Kind = ImportListed['kind'];

export function StartScreen() {
  const query = useQuery(importsListOptions({ query: { limit: 20 } }));
  return (
    <div className={styles.screen}>
      <PageHeader title={entry.many} description={entry.description} />
      <div className={styles.kinds}>
        <KindCard kind="products" />
        <KindCard kind="tax_rates" />
      </div>
      <h2 className={styles.title}>{t`Imports of the last 30 days`}</h2>
      <Loaded query={query} skeleton={<Skeleton height="12rem" />}>
        {({ results }) => <Recent imports={results} />}
      </Loaded>
    </div>
  );
}

function KindCard({ kind }: { kind: Kind }) {
  const [params] = useSearchParams();
  const [isSending, setSending] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const send = async (file: File | undefined) => {
    if (!file) return;
    setSending(true);
    try {
      const { data } = await uploadImport(kind, file);
      await queryClient.invalidateQueries({ queryKey: importsKey });
      await navigate(addressOf(entry, data.id));
    } catch (error) {
      toast.error(error);
    }
    setSending(false);
  };
  const name = KINDS[kind];
  return (
    <section className={styles.card} aria-label={name} data-asked={params.get('kind') === kind || undefined}>
      <h2 className={styles.title}>{name}</h2>
      <p>
        {kind === 'products'
          ? t`With variants, prices, stock, categories and images. CSV of at most 32 MB and 20,000 rows.`
          : t`By country, county, town and postcode. CSV of at most 32 MB and 20,000 rows.`}
      </p>
      <div className={styles.actions}>
        {mayWrite(entry) && (
          <>
            <input
              ref={field}
              type="file"
              hidden
              accept=".csv,.tsv,.txt,text/csv"
              aria-label={t`File to import: ${name}`}
              onChange={({ currentTarget }) => {
                void send(currentTarget.files?.[0]);
                currentTarget.value = '';
              }}
            />
            <Button
              variant="filled"
              loading={isSending}
              leftSection={<FileUp size={16} aria-hidden />}
              onClick={() => field.current?.click()}
            >
              {kind === 'products' ? t`Import products…` : t`Import tax rates…`}
            </Button>
          </>
        )}
        <Button
          component="a"
          href={`/ecom/exports/${kind}`}
          download
          leftSection={<Download size={16} aria-hidden />}
        >
          {kind === 'products' ? t`Export products` : t`Export tax rates`}
        </Button>
      </div>
    </section>
  );
}

function Recent({ imports }: { imports: ImportListed[] }) {
  if (imports.length === 0) return <p className={styles.soft}>{t`None yet.`}</p>;
  return (
    <ul className={styles.list}>
      {imports.map(({ id, name, kind, state, createdAt }) => (
        <li key={id} className={styles.item}>
          <Link to={addressOf(entry, id)}>{name}</Link>
          <span className={styles.soft}>
            {KINDS[kind]} · {STATES[state]} · <RelativeTime moment={createdAt} />
          </span>
        </li>
      ))}
    </ul>
  );
}
