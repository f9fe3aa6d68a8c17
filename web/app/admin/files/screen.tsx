/** /cms-admin/files: the media library. Where one is in it is in the address. */
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { Library } from '../../media/library.tsx';
import { type Place, readPlace, writePlace } from '../../media/place.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { defineScreen } from '../define-screen.ts';
import entry from './entry.ts';

function FilesScreen(): ReactNode {
  const [search, setSearch] = useSearchParams();
  const change = (changes: Partial<Place>) => {
    // Each letter of a search and each file that is looked at would otherwise be a step back.
    const isStep = 'folder' in changes || 'type' in changes;
    setSearch((current) => writePlace({ ...readPlace(current), ...changes }), {
      replace: !isStep,
      preventScrollReset: true,
    });
  };
  return (
    <>
      <PageHeader title={entry.many} description={entry.description} />
      <Library place={readPlace(search)} onPlace={change} />
    </>
  );
}

export default defineScreen({ ...entry, Main: FilesScreen });
