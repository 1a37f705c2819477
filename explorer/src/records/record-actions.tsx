import { useState } from 'react';
import { recordActions } from '../actions/action-call.js';
import { ActionDialog } from '../actions/action-dialog.js';
import { ActionGroup } from '../actions/action-menu.js';
import type { Action, ApiRecord, Resource } from '../api/schema.js';
import { Button } from '../components/button.js';
import { Popover } from '../components/popover.js';
import { useText } from '../i18n/language.js';

interface RecordActionsProps {
  readonly resource: Resource;
  readonly record: ApiRecord;
}

/** The actions on the record of a page. */
export function RecordActions({ resource, record }: RecordActionsProps) {
  const text = useText();
  const [running, setRunning] = useState<Action | null>(null);
  const actions = recordActions(resource);
  if (actions.length === 0) return null;
  return (
    <>
      <Popover
        label={text.actions}
        role="menu"
        align="end"
        className="menu"
        trigger={(button) => (
          <Button {...button} icon="bolt">
            {text.actions}
          </Button>
        )}
      >
        <ActionGroup title={null} actions={actions} onChoose={setRunning} />
      </Popover>
      {running && (
        <ActionDialog
          resource={resource}
          action={running}
          target={{ form: 'record', record }}
          onClose={() => setRunning(null)}
        />
      )}
    </>
  );
}
