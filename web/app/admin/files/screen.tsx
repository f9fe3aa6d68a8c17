/** /cms-admin/files: the media library. Where one is in it is in the address. */
import { t } from '@lingui/core/macro';
import { ActionIcon, Tooltip } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { Library } from '../../media/library.tsx';
import { type Place, readPlace, writePlace } from '../../media/place.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { toast } from '../../ui/toast.ts';
import { useAddressQuery } from '../../ui/use-address-query.ts';
import { addressOf } from '../define-entry.ts';
import { defineScreen } from '../define-screen.ts';
import { ListViews } from '../list-views.tsx';
import entry from './entry.ts';
import { saveFilesCsv } from './files-csv.ts';

function FilesScreen(): ReactNode {
  const [search, setSearch] = useAddressQuery();
  const client = useQueryClient();
  const change = (changes: Partial<Place>) => {
    // Each letter of a search and each file that is looked at would otherwise be a step back.
    const isStep = 'folder' in changes || 'type' in changes;
    setSearch((current) => writePlace({ ...readPlace(current), ...changes }), {
      replace: !isStep,
      preventScrollReset: true,
    });
  };
  const place = readPlace(search);
  const exportFiles = async () => {
    try {
      await saveFilesCsv(place, client);
    } catch (error) {
      toast.error(error);
    }
  };
  const tools = (
    <>
      <ListViews
        list={addressOf(entry)}
        search={writePlace({ ...place, file: undefined }).toString()}
        onApply={(view) => setSearch(() => new URLSearchParams(view))}
      />
      <Tooltip label={t`Export all results as CSV`}>
        <ActionIcon aria-label={t`Export CSV`} size={36} onClick={() => void exportFiles()}>
          <Download size={17} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </>
  );
  return (
    <>
      <PageHeader title={entry.many} description={entry.description} />
      <Library place={place} onPlace={change} tools={tools} />
    </>
  );
}

export default defineScreen({ ...entry, Main: FilesScreen });
