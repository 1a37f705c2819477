import type { FileFormat } from 'resource-api/client';
import { useState } from 'react';
import type { Resource } from '../api/schema.js';
import { useApi, useSchema } from '../api/session.js';
import { Button, IconButton } from '../components/button.js';
import { Popover } from '../components/popover.js';
import { ShowRequest } from '../components/show-request.js';
import { useToast } from '../components/toast.js';
import { useText } from '../i18n/language.js';
import { download, exportCall, formatsOf } from './download.js';
import { listCall, type ListState } from './list-state.js';

interface ExportMenuProps {
  readonly resource: Resource;
  readonly state: ListState;
}

/**
 * Downloads the records of the list, with its columns, conditions and order, in the formats of the
 * deployment; nothing without any. @contract C17.3
 */
export function ExportMenu({ resource, state }: ExportMenuProps) {
  const text = useText();
  const schema = useSchema();
  const api = useApi();
  const toast = useToast();
  const [running, setRunning] = useState<FileFormat | null>(null);
  const labels = { csv: text.exportCsv, ndjson: text.exportNdjson };
  const formats = formatsOf(resource);
  const callOf = (format: FileFormat) => exportCall(listCall(schema, resource, state), format);
  const run = async (format: FileFormat) => {
    setRunning(format);
    try {
      await download(api, callOf(format));
      toast.done(text.exported);
    } catch (error) {
      toast.failed(error);
    } finally {
      setRunning(null);
    }
  };
  if (formats.length === 0) return null;
  return (
    <Popover
      label={text.export}
      align="end"
      trigger={(button) => <IconButton {...button} icon="download" label={text.export} />}
    >
      <p className="soft">{text.exportHelp}</p>
      {formats.map((format) => (
        <div key={format} className="export-choice">
          <Button
            isBusy={running === format}
            disabled={running !== null}
            onClick={() => void run(format)}
          >
            {labels[format]}
          </Button>
          <ShowRequest call={callOf(format)} />
        </div>
      ))}
    </Popover>
  );
}
