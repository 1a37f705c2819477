import { useQuery } from '@tanstack/react-query';
import { isApiError } from 'resource-api/client';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { Why } from '../access/why.js';
import { useWrite } from '../api/queries.js';
import { titleOf, type ApiRecord, type Resource } from '../api/schema.js';
import { useApi } from '../api/session.js';
import { readVersioned, type Versioned } from '../api/versioned.js';
import { usePageResource } from '../app/described.js';
import { usePageTitle } from '../app/page-title.js';
import { listPath, nameIn, recordPath } from '../app/paths.js';
import { ErrorNote, ErrorState, Loading } from '../components/states.js';
import { useToast } from '../components/toast.js';
import { useText } from '../i18n/language.js';
import { ConflictDialog } from './conflict-dialog.js';
import { changesOf, formFields, inputsOf, type Inputs } from './form-values.js';
import { RecordForm, type FormBody } from './record-form.js';

/** The form of an existing record. */
export function EditPage() {
  const { id } = useParams();
  const resource = usePageResource();
  return <Loaded key={`${resource.key}/${id}`} resource={resource} id={nameIn(id)} />;
}

/** A form begins with the record as it is now, and does not change under the person. */
function Loaded({ resource, id }: { readonly resource: Resource; readonly id: string }) {
  const api = useApi();
  const { data, error, refetch } = useQuery({
    queryKey: ['form', resource.key, id],
    queryFn: ({ signal }) => readVersioned(api, resource.key, id, { signal }),
    staleTime: Infinity,
    gcTime: 0,
  });
  if (error)
    return (
      <ErrorState
        error={error}
        onRetry={() => void refetch()}
        back={{ to: listPath(resource.key), label: resource.label }}
        isPage
      >
        <Why question={{ resource: resource.key, id, operation: 'update' }} subject={id} />
      </ErrorState>
    );
  return data ? <Edit resource={resource} loaded={data} /> : <Loading />;
}

/** Somebody else has changed the record. */
interface Conflict {
  readonly theirs: Versioned;
  readonly inputs: Inputs;
  leave(this: void): void;
}

function Edit({ resource, loaded }: { readonly resource: Resource; readonly loaded: Versioned }) {
  const text = useText();
  const api = useApi();
  const toast = useToast();
  const go = useNavigate();
  const write = useWrite<ApiRecord>();
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [conflictError, setConflictError] = useState<unknown>(null);
  const { record, version } = loaded;
  const { id } = record;
  const title = titleOf(resource, record);
  const path = recordPath(resource.key, id);
  const fields = formFields(resource, { isNew: false });
  usePageTitle(`${title} · ${text.edit}`);
  const callOf = (body: FormBody) =>
    ({ resource: resource.key, method: 'patch', args: [id, body] }) as const;
  const save = async (body: FormBody, ifMatch: string | undefined, leave: () => void) => {
    const options = ifMatch === undefined ? {} : { ifMatch };
    await write.mutateAsync({ call: callOf(body), options });
    leave();
    toast.done(text.saved);
    await go(path);
  };
  /** Reads the record again if its version was not the expected one. */
  const askAfter = async (error: unknown, attempt: Omit<Conflict, 'theirs'>) => {
    if (!isApiError(error) || error.code !== 'precondition_failed') throw error;
    setConflict({ ...attempt, theirs: await readVersioned(api, resource.key, id) });
  };
  const resolve = async (chosen: Inputs, { theirs, leave }: Conflict) => {
    const now = inputsOf(fields, theirs.record.attributes);
    setConflict(null);
    try {
      await save(changesOf(fields, now, chosen).values, theirs.version, leave);
    } catch (error) {
      await askAfter(error, { inputs: chosen, leave }).catch(setConflictError);
    }
  };
  return (
    <div className="page page-form">
      <header className="page-header">
        <div>
          <p className="crumbs">
            <Link to={listPath(resource.key)}>{resource.label}</Link> /{' '}
            <Link to={path} dir="auto">
              {title}
            </Link>
          </p>
          <h1>{text.edit}</h1>
        </div>
        <Why question={{ resource: resource.key, id, operation: 'update' }} subject={text.edit} />
      </header>
      {conflictError !== null && <ErrorNote error={conflictError} />}
      <RecordForm
        resource={resource}
        record={record}
        version={version}
        back={path}
        callOf={callOf}
        send={async (body, { inputs, leave }) => {
          setConflictError(null);
          try {
            await save(body, version, leave);
          } catch (error) {
            await askAfter(error, { inputs, leave });
          }
        }}
      />
      {conflict && (
        <ConflictDialog
          resource={resource}
          fields={fields}
          base={record}
          theirs={conflict.theirs.record}
          inputs={conflict.inputs}
          onClose={() => setConflict(null)}
          onResolve={(chosen) => void resolve(chosen, conflict)}
        />
      )}
    </div>
  );
}
