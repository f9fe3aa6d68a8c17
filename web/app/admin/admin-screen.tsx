/** /cms-admin/…: the list or the form of the resource that the address names. */
import { FileQuestion } from 'lucide-react';
import { Link, useParams } from 'react-router';
import { ScopeGate } from '../session/scope-gate.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { EmptyState } from '../ui/states.tsx';
import { isEditable } from './define-resource.ts';
import { ResourceEdit } from './resource-edit.tsx';
import { ResourceList } from './resource-list.tsx';
import { ResourceView } from './resource-view.tsx';
import { findResource } from './resources.ts';

function NotFound() {
  return (
    <>
      <PageHeader title="Page Not Found" />
      <EmptyState
        icon={FileQuestion}
        title="There is no screen at this address"
        action={<Link to="/cms-admin">Go to the dashboard</Link>}
      />
    </>
  );
}

export function AdminScreen() {
  const path = (useParams()['*'] ?? '').replace(/\/$/, '');
  const found = findResource(path);
  if (!found) return <NotFound />;
  const { resource, id } = found;
  if (id === 'new' && !isEditable(resource)) return <NotFound />;
  return (
    <ScopeGate scopes={resource.scopes}>
      {!id ? (
        <ResourceList key={path} resource={resource} />
      ) : isEditable(resource) ? (
        <ResourceEdit key={path} resource={resource} id={id === 'new' ? undefined : id} />
      ) : (
        <ResourceView key={path} resource={resource} id={id} />
      )}
    </ScopeGate>
  );
}
