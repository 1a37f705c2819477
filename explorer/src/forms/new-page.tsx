import { useState } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { Why } from '../access/why.js';
import { useWrite } from '../api/queries.js';
import { titleOf, type ApiRecord, type Resource } from '../api/schema.js';
import { usePageResource } from '../app/described.js';
import { NotFound } from '../app/not-found.js';
import { usePageTitle } from '../app/page-title.js';
import { listPath, recordPath } from '../app/paths.js';
import { useToast } from '../components/toast.js';
import { useText } from '../i18n/language.js';
import { formFields, type Inputs } from './form-values.js';
import { RecordForm, type FormBody } from './record-form.js';

/** The form of a new record. Parameters of the URL with the names of fields fill them in. */
export function NewPage() {
  const text = useText();
  const resource = usePageResource();
  if (resource.authorizedToStore) return <NewRecord key={resource.key} resource={resource} />;
  return (
    <NotFound>
      <Why
        question={{ resource: resource.key, operation: 'store' }}
        subject={text.newIn(resource.label)}
      />
    </NotFound>
  );
}

function NewRecord({ resource }: { readonly resource: Resource }) {
  const text = useText();
  const toast = useToast();
  const go = useNavigate();
  const write = useWrite<ApiRecord>();
  const [parameters] = useSearchParams();
  // The page of a parent, whose list the record becomes part of.
  const { back } = (useLocation().state ?? {}) as { readonly back?: string };
  const [preset] = useState<Inputs>(() =>
    Object.fromEntries(
      formFields(resource, { isNew: true }).flatMap(({ name }) => {
        const value = parameters.get(name);
        return value === null ? [] : [[name, value]];
      }),
    ),
  );
  const title = text.newIn(resource.label);
  usePageTitle(title);
  const callOf = (body: FormBody) =>
    ({ resource: resource.key, method: 'store', args: [body] }) as const;
  return (
    <div className="page page-form">
      <header className="page-header">
        <div>
          <p className="crumbs">
            <Link to={listPath(resource.key)}>{resource.label}</Link>
          </p>
          <h1>{title}</h1>
        </div>
        <Why question={{ resource: resource.key, operation: 'store' }} subject={title} />
      </header>
      <RecordForm
        resource={resource}
        record={null}
        preset={preset}
        back={back ?? listPath(resource.key)}
        callOf={callOf}
        send={async (body, { leave }) => {
          const stored = await write.mutateAsync({ call: callOf(body) });
          leave();
          toast.done(text.created(titleOf(resource, stored)));
          await go(back ?? recordPath(resource.key, stored.id));
        }}
      />
    </div>
  );
}
