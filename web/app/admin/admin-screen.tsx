/** /cms-admin/… and /cms-ecom/…: the list or a record of the resource that the address names, or a screen of its own. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { memo, type ReactNode, useEffect, useState } from 'react';
import { type LoaderFunctionArgs, replace, useLocation, useNavigate } from 'react-router';
import { siteOptions } from '../api/site.ts';
import { adminDestination, startOf } from '../session/access.ts';
import { useScreenClaims } from '../session/screen-claims.ts';
import { NoPermission } from '../ui/states.tsx';
import { READING_TIME, toast } from '../ui/toast.ts';
import { AreaScreen } from './area-screen.tsx';
import { AREAS, type AreaName, addressOf, type Entry } from './define-entry.ts';
import {
  type EditableResource,
  isEditable,
  isOpenable,
  mayWrite,
  type ReadableResource,
} from './define-resource.ts';
import { isOwnScreen } from './define-screen.ts';
import { NotFound } from './not-found.tsx';
import { isOpenTo } from './open-entries.ts';
import { ResourceEdit } from './resource-edit.tsx';
import { ResourceList } from './resource-list.tsx';
import { ResourceRecord } from './resource-record.tsx';
import { ResourceView } from './resource-view.tsx';
import {
  type AnyResource,
  areaAt,
  findEntry,
  findEntryBelow,
  loadedScreen,
  loadScreen,
} from './resources.ts';

type Openable = EditableResource<unknown> | ReadableResource<unknown>;

/**
 * Loads what is opened before the screen changes, so that no empty one is shown in between. An address that only begins
 * like a screen's leads to it: people shorten addresses.
 */
export async function adminLoader({ request }: LoaderFunctionArgs): Promise<null> {
  const { pathname } = new URL(request.url);
  const found = findEntry(pathname);
  if (found) await loadScreen(found.entry);
  const below = found || areaAt(pathname) ? undefined : findEntryBelow(pathname);
  if (below) throw replace(addressOf(below));
  return null;
}

function RecordScreen({ resource, id }: { resource: Openable; id: string }) {
  if (!isEditable(resource)) return <ResourceView resource={resource} id={id} />;
  if (id === 'new') return <ResourceEdit resource={resource} id={undefined} />;
  if (resource.Screen) return <resource.Screen id={id} />;
  if (resource.tabs) return <ResourceRecord resource={resource} tabs={resource.tabs} id={id} />;
  return <ResourceEdit resource={resource} id={id} />;
}

/** There at once when the loader has run before, as it does in the application. */
function useScreen(entry: Entry) {
  const [state, setState] = useState<{ screen?: ReturnType<typeof loadedScreen>; fault?: unknown }>(() => ({
    screen: loadedScreen(entry),
  }));
  useEffect(() => {
    if (state.screen) return;
    let isCurrent = true;
    const tell = (next: typeof state) => isCurrent && setState(next);
    loadScreen(entry).then(
      (screen) => tell({ screen }),
      (fault) => tell({ fault }),
    );
    return () => {
      isCurrent = false;
    };
  }, [entry, state.screen]);
  if (state.fault) throw state.fault;
  return state.screen;
}

/** It is not drawn anew when the session ends: what somebody is writing would become what nobody may write. */
const DeclaredScreen = memo(function DeclaredScreen({ entry, id }: { entry: Entry; id: string | undefined }) {
  const screen = useScreen(entry);
  if (!screen) return null;
  if (!isOwnScreen(screen)) return <ResourceScreen resource={screen} id={id} />;
  if (id === undefined) return <screen.Main />;
  return screen.Below ? <screen.Below id={id} /> : <NotFound />;
});

function ResourceScreen({ resource, id }: { resource: AnyResource; id: string | undefined }) {
  const isMissing = id === 'new' ? !isEditable(resource) : id && !isOpenable(resource);
  if (isMissing) return <NotFound />;
  // Who may only read has nothing to fill in.
  if (id === 'new' && !mayWrite(resource)) return <NoPermission />;
  return id && isOpenable(resource) ? (
    <RecordScreen resource={resource} id={id} />
  ) : (
    <ResourceList resource={resource} />
  );
}

/** What a site does not have is not there. Asked in the areas alone that a site can be without. */
function AreaGate({ area, children }: { area: AreaName; children: ReactNode }) {
  const claims = useScreenClaims();
  const { data: site, isPending } = useQuery(siteOptions());
  if (isPending) return null;
  if (!site || AREAS[area].isOn(site)) return children;
  // The rules of addresses lead those who have this area alone to it, whichever screen they ask for.
  const isWhereOneIsLed = adminDestination(claims, AREAS.site.address) === AREAS[area].address;
  return isWhereOneIsLed ? <LeadOn from={area} to={startOf(claims, site.hasEcom ?? false)} /> : <NotFound />;
}

/** Leads from an area that the site does not have to what is open, and says why. */
function LeadOn({ from, to }: { from: AreaName; to: string }) {
  const navigate = useNavigate();
  useEffect(() => {
    const name = AREAS[from].title;
    toast.show({ message: t`This site does not have “${name}”.`, duration: READING_TIME });
    void navigate(to, { replace: true });
  }, [from, to, navigate]);
  return null;
}

export function AdminScreen() {
  const { pathname } = useLocation();
  const claims = useScreenClaims();
  const found = findEntry(pathname);
  const firstOf = areaAt(pathname);
  if (!found && firstOf) {
    return (
      <AreaGate area={firstOf}>
        <AreaScreen area={firstOf} />
      </AreaGate>
    );
  }
  if (!found) return <NotFound />;
  const { area = 'site' } = found.entry;
  const screen = isOpenTo(claims, found.entry) ? (
    <DeclaredScreen key={`${claims?.user} ${pathname}`} {...found} />
  ) : (
    <NoPermission />
  );
  return area === 'site' ? screen : <AreaGate area={area}>{screen}</AreaGate>;
}
