import { useRef } from 'react';
import { useText } from '../i18n/language.js';
import { Button } from '../components/button.js';

interface JsonEditorProps {
  readonly id: string;
  readonly value: string;
  readonly describedBy: string;
  readonly isInvalid: boolean;
  readonly isRequired: boolean;
  onChange(this: void, value: string): void;
}

const FEWEST_LINES = 4;
const MOST_LINES = 24;

/** Edits JSON as text, with line numbers. It reports where the text is not JSON. */
export function JsonEditor({
  id,
  value,
  describedBy,
  isInvalid,
  isRequired,
  onChange,
}: JsonEditorProps) {
  const text = useText();
  const numbers = useRef<HTMLPreElement>(null);
  const lines = value.split('\n').length;
  const fault = faultIn(value);
  return (
    <div className="json-editor">
      <div className="json-frame">
        <pre className="json-lines" aria-hidden="true" ref={numbers}>
          {Array.from({ length: lines }, (_, line) => line + 1).join('\n')}
        </pre>
        <textarea
          id={id}
          value={value}
          rows={Math.min(Math.max(lines, FEWEST_LINES), MOST_LINES)}
          wrap="off"
          spellCheck={false}
          aria-describedby={`${id}-state ${describedBy}`}
          aria-invalid={isInvalid || fault !== null || undefined}
          aria-required={isRequired || undefined}
          onChange={({ target }) => onChange(target.value)}
          onScroll={({ currentTarget }) => {
            numbers.current!.scrollTop = currentTarget.scrollTop;
          }}
        />
      </div>
      <div className="json-tools">
        <span id={`${id}-state`} className={fault === null ? 'faint' : 'control-error'}>
          {fault === null
            ? 'JSON'
            : fault.line === null
              ? text.notJson
              : text.notJsonAt(fault.line)}
        </span>
        <Button
          variant="quiet"
          disabled={fault !== null || value.trim() === ''}
          onClick={() => onChange(JSON.stringify(JSON.parse(value), null, 2))}
        >
          {text.formatJson}
        </Button>
      </div>
    </div>
  );
}

/** Returns the line where a text stops being JSON; `null` if it is JSON or empty. */
function faultIn(value: string): { readonly line: number | null } | null {
  if (value.trim() === '') return null;
  try {
    JSON.parse(value);
    return null;
  } catch (error) {
    const position = /position (\d+)/.exec(String(error))?.[1];
    const line =
      position === undefined ? null : value.slice(0, Number(position)).split('\n').length;
    return { line };
  }
}
