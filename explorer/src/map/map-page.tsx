import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { layOut } from './map-layout.js';
import { facts } from '../api/facts.js';
import { useDescriptions } from '../api/queries.js';
import type { Resource } from '../api/schema.js';
import { useSchema } from '../api/session.js';
import { usePageTitle } from '../app/page-title.js';
import { listPath } from '../app/paths.js';
import { Button, IconButton } from '../components/button.js';
import { ErrorState, Loading, State } from '../components/states.js';
import { useText } from '../i18n/language.js';
import { MapDrawing } from './map-drawing.js';
import './map.css';
import { saveSvg } from './save-svg.js';
import { useViewport } from './use-viewport.js';

/** The resources of the caller, and where their relations lead. */
export function MapPage() {
  const text = useText();
  const { data: resources, error, refetch } = useDescriptions(mappedMembers);
  usePageTitle(text.map);
  return (
    <div className="page page-wide">
      <header className="page-header">
        <div>
          <h1>{text.map}</h1>
          <p className="soft">{text.mapHelp}</p>
        </div>
      </header>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !resources ? (
        <Loading />
      ) : resources.length === 0 ? (
        <State icon="map" title={text.noResources} help={text.noResourcesHelp} />
      ) : (
        <>
          <Drawing resources={resources} />
          <details className="map-list">
            <summary>{text.asList}</summary>
            <List resources={resources} />
          </details>
        </>
      )}
    </div>
  );
}

const mappedMembers = ['label', 'group', 'relations'] as const;

interface MappedProps {
  readonly resources: readonly Pick<Resource, 'key' | (typeof mappedMembers)[number]>[];
}

function Drawing({ resources }: MappedProps) {
  const text = useText();
  const map = useMemo(() => layOut(resources), [resources]);
  const { frame, viewBox, handlers, zoomIn, zoomOut, fit } = useViewport(map);
  const [selected, setSelected] = useState<string | null>(null);
  return (
    <div className="map-frame">
      <div className="map-tools">
        <IconButton icon="plus" label={text.zoomIn} onClick={zoomIn} />
        <IconButton icon="minus" label={text.zoomOut} onClick={zoomOut} />
        <Button variant="quiet" onClick={fit}>
          {text.fitMap}
        </Button>
        <Button
          variant="quiet"
          icon="download"
          onClick={() => saveSvg(frame.current!, map, `${facts.title} map`)}
        >
          {text.saveMap}
        </Button>
      </div>
      <MapDrawing {...{ map, frame, viewBox, handlers, selected }} onSelect={setSelected} />
    </div>
  );
}

/** The same without a drawing. */
function List({ resources }: MappedProps) {
  const schema = useSchema();
  return (
    <ul className="cards">
      {resources.map(({ key, label, relations }) => (
        <li key={key} className="card">
          <h2 className="card-title">
            <Link to={listPath(key)}>{label}</Link>
          </h2>
          <dl className="pairs">
            {relations.map((relation) => {
              const target = schema.find(relation.target);
              return (
                <div key={relation.key}>
                  <dt>{relation.key}</dt>
                  <dd>
                    {target ? <Link to={listPath(target.key)}>{target.label}</Link> : relation.kind}
                  </dd>
                </div>
              );
            })}
          </dl>
        </li>
      ))}
    </ul>
  );
}
