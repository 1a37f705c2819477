import { useState } from 'react';
import type { Action, ApiRecord, Resource } from '../api/schema.js';
import { Button } from '../components/button.js';
import { Popover } from '../components/popover.js';
import { useText } from '../i18n/language.js';
import { listActions, standaloneActions, type ActionTarget } from './action-call.js';
import { ActionDialog } from './action-dialog.js';
import './actions.css';

interface ActionMenuProps {
  readonly resource: Resource;
  readonly query: object;
  readonly total: number | null;
  /** The selected records; absent for all that the query finds. */
  readonly records?: readonly ApiRecord[];
  /** What the button says; without it, "Actions". */
  readonly label?: string;
  onDone?(this: void): void;
}

/** The actions of a list, or of the records that are selected in it. */
export function ActionMenu({
  resource,
  query,
  total,
  records,
  label: givenLabel,
  onDone,
}: ActionMenuProps) {
  const text = useText();
  const label = givenLabel ?? text.actions;
  const [running, setRunning] = useState<Action | null>(null);
  const onList = listActions(resource);
  const standalone = records ? [] : standaloneActions(resource);
  if (onList.length + standalone.length === 0) return null;
  const targetOf = ({ scope }: Action): ActionTarget => {
    if (scope === 'standalone') return { form: 'standalone' };
    return records ? { form: 'records', records } : { form: 'all', query, total };
  };
  return (
    <>
      <Popover
        label={label}
        role="menu"
        align={records ? 'start' : 'end'}
        className="menu"
        trigger={(button) => (
          <Button {...button} icon="bolt">
            {label}
          </Button>
        )}
      >
        <ActionGroup
          title={records || total === null ? null : text.onAll(total)}
          actions={onList}
          onChoose={setRunning}
        />
        <ActionGroup title={text.onNone} actions={standalone} onChoose={setRunning} />
      </Popover>
      {running && (
        <ActionDialog
          resource={resource}
          action={running}
          target={targetOf(running)}
          onClose={() => setRunning(null)}
          {...(onDone && { onDone })}
        />
      )}
    </>
  );
}

interface ActionGroupProps {
  readonly title: string | null;
  readonly actions: readonly Action[];
  onChoose(this: void, action: Action): void;
}

/** A part of a menu with actions. */
export function ActionGroup({ title, actions, onChoose }: ActionGroupProps) {
  if (actions.length === 0) return null;
  return (
    <div className="menu-group" role="group" aria-label={title ?? undefined}>
      {title !== null && (
        <p className="menu-title" aria-hidden="true">
          {title}
        </p>
      )}
      {actions.map((action) => (
        <button
          key={action.uriKey}
          type="button"
          role="menuitem"
          tabIndex={-1}
          className={`menu-item ${action.destructive ? 'menu-item-danger' : ''}`}
          onClick={() => onChoose(action)}
        >
          <span>{action.name}</span>
          <small>{action.description}</small>
        </button>
      ))}
    </div>
  );
}
