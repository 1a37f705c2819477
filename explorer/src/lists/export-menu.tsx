import { useState } from 'react';
import { download, exportCall, mediaTypes, type ExportFormat } from '../api/download.js';
import type { Resource } from '../api/schema.js';
import { useSchema, useSession } from '../api/session.js';
import { Button, IconButton } from '../components/button.js';
import { Popover } from '../components/popover.js';
import { ShowRequest } from '../components/show-request.js';
import { useToast } from '../components/toast.js';
import { useText } from '../i18n/language.js';
import { listCall, type ListState } from './list-state.js';

interface ExportMenuProps {
  readonly resource: Resource;
  readonly state: ListState;
}

/** Downloads the records of the list, with its columns, conditions and order. @contract C17.3 */
export function ExportMenu({ resource, state }: ExportMenuProps) {
  const text = useText();
  const schema = useSchema();
  const { headers } = useSession();
  const toast = useToast();
  const [running, setRunning] = useState<ExportFormat | null>(null);
  const run = async (format: ExportFormat) => {
    setRunning(format);
    try {
      await download({ call: listCall(schema, resource, state), headers, format });
      toast.done(text.exported);
    } catch (error) {
      toast.failed(error);
    } finally {
      setRunning(null);
    }
  };
  return (
    <Popover
      label={text.export}
      align="end"
      trigger={(button) => <IconButton {...button} icon="download" label={text.export} />}
    >
      <p className="soft">{text.exportHelp}</p>
      {(['csv', 'ndjson'] as const).map((format) => (
        <div key={format} className="export-choice">
          <Button
            isBusy={running === format}
            disabled={running !== null}
            onClick={() => void run(format)}
          >
            {format === 'csv' ? text.exportCsv : text.exportNdjson}
          </Button>
          <ShowRequest
            call={exportCall(listCall(schema, resource, state))}
            accept={mediaTypes[format]}
          />
        </div>
      ))}
    </Popover>
  );
}
