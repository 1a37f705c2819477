import { Link } from 'react-router';
import { Why } from '../access/why.js';
import { useHiddenResources } from '../access/hidden-resources.js';
import { useSchema } from '../api/session.js';
import { State } from '../components/states.js';
import { useText } from '../i18n/language.js';
import { listPath } from './paths.js';
import { usePageTitle } from './page-title.js';

/** The resources of the caller. */
export function Home() {
  const text = useText();
  const { groups, resources } = useSchema();
  usePageTitle(null);
  if (resources.length === 0)
    return (
      <>
        <State icon="eye" title={text.noResources} help={text.noResourcesHelp} isPage />
        <HiddenResources />
      </>
    );
  return (
    <div className="page">
      <header className="page-header">
        <div>
          <h1>{text.welcome}</h1>
          <p className="soft">{text.welcomeHelp}</p>
        </div>
      </header>
      {groups.map(([group, members]) => (
        <section key={group ?? ''} className="home-group">
          <h2>{group ?? (groups.length > 1 ? text.otherResources : text.resources)}</h2>
          <ul className="cards">
            {members.map(({ key, label }) => (
              <li key={key}>
                <Link to={listPath(key)} className="card">
                  <span className="card-title">{label}</span>
                  <code className="card-text">{key}</code>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <HiddenResources />
    </div>
  );
}

/** The resources that the person sees, but not the account that the person views. */
function HiddenResources() {
  const text = useText();
  const hidden = useHiddenResources();
  if (hidden.length === 0) return null;
  return (
    <section className="home-group">
      <h2>{text.hiddenResources}</h2>
      <ul className="cards">
        {hidden.map(({ key, label }) => (
          <li key={key} className="card card-hidden">
            <span className="card-title">{label}</span>
            <Why question={{ resource: key }} subject={label} />
          </li>
        ))}
      </ul>
    </section>
  );
}
