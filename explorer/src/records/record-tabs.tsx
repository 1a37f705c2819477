import { useSearchParams } from 'react-router';
import { relationLabel, type ApiRecord, type Resource } from '../api/schema.js';
import { useSchema } from '../api/session.js';
import { Described } from '../app/described.js';
import { Tabs, type Tab } from '../components/tabs.js';
import { useText } from '../i18n/language.js';
import { LOG, LogTab } from './log-tab.js';
import { RecordFields } from './record-fields.js';
import { RelationTab } from './relation-tab.js';

interface RecordTabsProps {
  readonly resource: Resource;
  readonly record: ApiRecord;
}

const DETAILS = 'details';

/** The fields of a record, and each of its lists. The URL contains the tab and its page. */
export function RecordTabs({ resource, record }: RecordTabsProps) {
  const text = useText();
  const schema = useSchema();
  const [parameters, setParameters] = useSearchParams();
  const lists = resource.relations.flatMap((relation): Tab[] => {
    const target = schema.find(relation.target);
    if (!relation.many || !target) return [];
    const list = { parent: resource, record, relation };
    return [
      {
        key: relation.key,
        label: target.key === LOG ? text.log : relationLabel(relation),
        content: () => (
          <Described key={relation.key} resource={target.key}>
            {(described) =>
              target.key === LOG ? (
                <LogTab {...list} target={described} />
              ) : (
                <RelationTab {...list} target={described} />
              )
            }
          </Described>
        ),
      },
    ];
  });
  const details = <RecordFields resource={resource} record={record} />;
  if (lists.length === 0) return details;
  return (
    <Tabs
      label={text.related}
      selected={parameters.get('tab') ?? DETAILS}
      onSelect={(key) => setParameters(key === DETAILS ? {} : { tab: key }, { replace: true })}
      tabs={[{ key: DETAILS, label: text.details, content: () => details }, ...lists]}
    />
  );
}
