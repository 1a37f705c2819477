import { useEffect, useRef } from 'react';
import { useBlocker } from 'react-router';
import { Button } from '../components/button.js';
import { Dialog } from '../components/dialog.js';
import { useText } from '../i18n/language.js';

/**
 * Asks before a person leaves a form with changes: to another page of the application, or of the
 * browser. `allow` lets the next navigation pass, such as the one after the form was saved.
 */
export function useLeaveGuard(isChanged: boolean) {
  const isAllowed = useRef(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isChanged && !isAllowed.current && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!isChanged) return;
    const ask = (event: BeforeUnloadEvent) => {
      if (!isAllowed.current) event.preventDefault();
    };
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isChanged]);
  return {
    allow: () => {
      isAllowed.current = true;
    },
    dialog: blocker.state === 'blocked' && (
      <LeaveDialog onStay={() => blocker.reset()} onLeave={() => blocker.proceed()} />
    ),
  };
}

interface LeaveDialogProps {
  onStay(this: void): void;
  onLeave(this: void): void;
}

function LeaveDialog({ onStay, onLeave }: LeaveDialogProps) {
  const text = useText();
  return (
    <Dialog
      title={text.unsaved}
      size="small"
      onClose={onStay}
      footer={
        <>
          <Button variant="danger" onClick={onLeave}>
            {text.discard}
          </Button>
          <Button variant="primary" onClick={onStay} data-autofocus>
            {text.keepEditing}
          </Button>
        </>
      }
    >
      <p>{text.unsavedHelp}</p>
    </Dialog>
  );
}
