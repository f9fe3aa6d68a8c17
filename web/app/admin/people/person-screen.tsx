/** /cms-admin/people/{id}: a person without an account. Whoever has one is led to its screen, which shows all of this. */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, Trash2 } from 'lucide-react';
import { Link, Navigate, useNavigate } from 'react-router';
import { type FoundPerson, fullName, getPersonOptions } from '../../api/people.ts';
import { allSchemasOptions } from '../../api/schemas.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { Card } from '../card.tsx';
import editStyles from '../resource-edit.module.css';
import { DetailsCard } from '../users/details-card.tsx';
import { ProfileCards } from '../users/profile-cards.tsx';
import { UnsavedForms } from '../users/unsaved.tsx';
import userStyles from '../users/users.module.css';
import { NewAccountCard } from './new-account-card.tsx';

function Remove({ person }: { person: FoundPerson }) {
  const navigate = useNavigate();
  return (
    <Button
      color="danger"
      size="md"
      leftSection={<Trash2 size={16} aria-hidden />}
      // The list takes it out and offers the way back.
      onClick={() => void navigate('/cms-admin/people', { state: { removed: person } })}
    >
      Delete
    </Button>
  );
}

function Cards({ person }: { person: FoundPerson }) {
  return (
    <>
      <DetailsCard person={person} />
      <ProfileCards personId={person.id} />
      <NewAccountCard person={person} />
    </>
  );
}

function CardsSkeleton() {
  return (
    <Card title="Details">
      <Skeleton height="2.25rem" />
      <Skeleton height="2.25rem" />
    </Card>
  );
}

export function PersonScreen({ id }: { id: string }) {
  const query = useQuery(getPersonOptions(id));
  // Waited for, because the cards of the profile stand among the others.
  const { isPending: areSchemasPending } = useQuery(allSchemasOptions());
  const person = query.data;
  if (person?.userId) return <Navigate to={`/cms-admin/users/${person.userId}`} replace />;
  return (
    <UnsavedForms>
      <div className={userStyles.screen}>
        <PageHeader
          title={person ? fullName(person) : 'Person'}
          actions={person && <Remove person={person} />}
          back={
            <Link to="/cms-admin/people" className={editStyles.back}>
              <ChevronLeft size={16} aria-hidden />
              People
            </Link>
          }
        />
        {query.isError && !person ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <div className={userStyles.cards}>
            {!person || areSchemasPending ? <CardsSkeleton /> : <Cards person={person} />}
          </div>
        )}
      </div>
    </UnsavedForms>
  );
}
