/** /cms-admin/…: the list or the form of the resource that the address names. */
import { useParams } from 'react-router';
import { ScopeGate } from '../session/scope-gate.tsx';
import { type EditableResource, isEditable, isOpenable, type ReadableResource } from './define-resource.ts';
import { NotFound } from './not-found.tsx';
import { ResourceEdit } from './resource-edit.tsx';
import { ResourceList } from './resource-list.tsx';
import { ResourceView } from './resource-view.tsx';
import { findResource } from './resources.ts';

type Openable = EditableResource<unknown> | ReadableResource<unknown>;

function RecordScreen({ resource, id }: { resource: Openable; id: string }) {
  if (!isEditable(resource)) return <ResourceView resource={resource} id={id} />;
  if (id === 'new') return <ResourceEdit resource={resource} id={undefined} />;
  return resource.Screen ? <resource.Screen id={id} /> : <ResourceEdit resource={resource} id={id} />;
}

export function AdminScreen() {
  const path = (useParams()['*'] ?? '').replace(/\/$/, '');
  const found = findResource(path);
  if (!found) return <NotFound />;
  const { resource, id } = found;
  const isMissing = id === 'new' ? !isEditable(resource) : id && !isOpenable(resource);
  if (isMissing) return <NotFound />;
  return (
    <ScopeGate scopes={resource.scopes}>
      {id && isOpenable(resource) ? (
        <RecordScreen key={path} resource={resource} id={id} />
      ) : (
        <ResourceList key={path} resource={resource} />
      )}
    </ScopeGate>
  );
}
