import { useQuery } from '@tanstack/react-query';
import { useId, useState, type SubmitEvent } from 'react';
import { facts } from '../api/facts.js';
import { titleOf, type ApiPage, type ApiRecord } from '../api/schema.js';
import { useSchema, useSession, type ViewedAccount } from '../api/session.js';
import { Button, IconButton } from '../components/button.js';
import { Icon } from '../components/icon.js';
import { Popover } from '../components/popover.js';
import { messageOf } from '../components/states.js';
import { useText } from '../i18n/language.js';

/** How many accounts a search shows. */
const SHOWN = 6;

/** Above every page while a person views the service as another account. @contract C2.9 */
export function ViewedStrip() {
  const text = useText();
  const { viewed, viewAs } = useSession();
  if (!viewed) return null;
  const isNamed = viewed.title !== `#${viewed.id}`;
  return (
    <div className="viewed" role="status">
      <Icon name="eye" />
      <p>
        <strong>{text.viewingAs(viewed.title)}</strong>
        {isNamed && <code>#{viewed.id}</code>}
        <span className="viewed-note">{text.viewedHelp}</span>
      </p>
      <Button onClick={() => void viewAs(null)}>{text.leave}</Button>
    </div>
  );
}

/** In every form and dialog that writes: why nothing can be sent. */
export function ReadOnlyNote() {
  const text = useText();
  const { viewed } = useSession();
  if (!viewed) return null;
  return (
    <p className="note note-warning">
      <Icon name="eye" />
      {text.readOnlyHelp(viewed.title)}
    </p>
  );
}

/** Switches to the rights of another account. @contract C2.9 */
export function ViewAs() {
  const text = useText();
  const { viewed } = useSession();
  if (viewed) return null;
  return (
    <Popover
      label={text.viewAs}
      align="end"
      className="view-as"
      trigger={(button) => <IconButton {...button} icon="eye" label={text.viewAs} />}
    >
      <ChooseAccount />
    </Popover>
  );
}

/** Accounts are the records of the resource that serializes the profile. */
function ChooseAccount() {
  const text = useText();
  const id = useId();
  const { viewAs } = useSession();
  const [error, setError] = useState<unknown>(null);
  const [search, setSearch] = useState('');
  const accounts = useAccounts(search);
  const choose = (account: ViewedAccount) => {
    setError(null);
    viewAs(account).catch(setError);
  };
  const chooseKey = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const key = (new FormData(event.currentTarget).get('key') as string).trim();
    choose({ id: key, title: `#${key}` });
  };
  return (
    <>
      <p className="soft">{text.viewAsHelp}</p>
      {accounts && (
        <>
          {accounts.isSearchable && (
            <label className="control" htmlFor={`${id}-search`}>
              <span>{text.findAccount}</span>
              <input
                id={`${id}-search`}
                type="search"
                value={search}
                onChange={({ target }) => setSearch(target.value)}
              />
            </label>
          )}
          <ul className="view-as-accounts">
            {accounts.found.map((account) => (
              <li key={account.id}>
                <Button variant="quiet" onClick={() => choose(account)}>
                  <span dir="auto">{account.title}</span>
                  <code>{account.id}</code>
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
      <form className="view-as-key" onSubmit={chooseKey}>
        <label className="control" htmlFor={`${id}-key`}>
          <span>{text.accountKey}</span>
          <input id={`${id}-key`} name="key" required autoComplete="off" />
        </label>
        <Button type="submit">{text.viewAs}</Button>
      </form>
      {error !== null && (
        <p className="note note-danger" role="alert">
          {messageOf(error)}
        </p>
      )}
    </>
  );
}

interface Accounts {
  readonly found: readonly ViewedAccount[];
  readonly isSearchable: boolean;
}

/** Returns the accounts that a search finds; `null` if no resource contains accounts. */
function useAccounts(search: string): Accounts | null {
  const { ownApi } = useSession();
  const schema = useSchema();
  const { data: profile } = useQuery({
    queryKey: ['own-profile'],
    queryFn: () =>
      ownApi.$send<ApiRecord>({ method: 'GET', path: `${facts.api}/profile` }).catch(() => null),
  });
  const resource = schema.find(profile?.type);
  const isSearchable = (resource?.searches.length ?? 0) > 0;
  const { data: page } = useQuery({
    queryKey: ['accounts', resource?.key, search],
    enabled: resource !== undefined,
    queryFn: ({ signal }) =>
      ownApi.$send<ApiPage>({
        method: 'GET',
        path: `${facts.api}/${resource!.key}`,
        query: new URLSearchParams({ perPage: String(SHOWN), ...(search !== '' && { search }) }),
        options: { signal },
      }),
  });
  if (!resource || !page) return null;
  const found = page.data
    .filter(({ id }) => id !== profile!.id)
    .map((record) => ({ id: record.id, title: titleOf(resource, record) }));
  return { found, isSearchable };
}
