import { isApiError } from 'resource-api/client';
import { useId, useState, type SubmitEvent } from 'react';
import { facts } from '../api/facts.js';
import { useSession } from '../api/session.js';
import { Button } from '../components/button.js';
import { messageOf } from '../components/states.js';
import { useText } from '../i18n/language.js';
import { Brand } from './brand.js';
import { LanguageSelect } from './settings.js';

/** Asks for the credentials that this deployment accepts. */
export function SignIn() {
  const text = useText();
  const session = useSession();
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const id = useId();
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const value = (name: string) => (form.get(name) as string | null) ?? '';
    setBusy(true);
    setError(null);
    try {
      if (facts.signIn === 'password')
        await session.signIn(value('email').trim(), value('password'));
      else await session.signInWithToken(value('token').trim());
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  const isRejected = isApiError(error) && error.status === 401;
  return (
    <main className="sign-in">
      <form className="sign-in-form" onSubmit={(event) => void submit(event)}>
        <h1>
          <Brand />
        </h1>
        {session.hasExpired && error === null && (
          <p className="note note-warning" role="status">
            {text.sessionEnded}
          </p>
        )}
        {error !== null && (
          <p className="note note-danger" role="alert">
            {isRejected && facts.signIn === 'password' ? text.wrongCredentials : messageOf(error)}
          </p>
        )}
        {facts.signIn === 'password' ? (
          <>
            <label className="control" htmlFor={`${id}-email`}>
              <span>{text.email}</span>
              <input
                id={`${id}-email`}
                name="email"
                // An identifier may also be a name.
                type="text"
                inputMode="email"
                autoComplete="username"
                required
                autoFocus
              />
            </label>
            <label className="control" htmlFor={`${id}-password`}>
              <span>{text.password}</span>
              <input
                id={`${id}-password`}
                name="password"
                type="password"
                autoComplete="current-password"
                required
              />
            </label>
          </>
        ) : (
          <label className="control" htmlFor={`${id}-token`}>
            <span>{text.token}</span>
            <input id={`${id}-token`} name="token" type="password" required autoFocus />
            <small>{text.tokenHelp}</small>
          </label>
        )}
        <Button type="submit" variant="primary" isBusy={isBusy}>
          {text.signIn}
        </Button>
        <p className="sign-in-help">{facts.cookie ? text.signInStays : text.signInHelp}</p>
      </form>
      <LanguageSelect />
    </main>
  );
}
