import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react';

export interface Tab {
  readonly key: string;
  readonly label: ReactNode;
  readonly content: () => ReactNode;
}

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly selected: string;
  onSelect(this: void, key: string): void;
}

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** Tabs, with the keys of the ARIA pattern: arrows, Home and End. */
export function Tabs({ label, tabs, selected, onSelect }: TabsProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const current = tabs.find(({ key }) => key === selected) ?? tabs[0];
  const move = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab === current);
    const step = steps[event.key];
    const next =
      event.key === 'Home'
        ? 0
        : event.key === 'End'
          ? tabs.length - 1
          : step === undefined
            ? null
            : (at + step + tabs.length) % tabs.length;
    if (next === null) return;
    event.preventDefault();
    onSelect(tabs[next]!.key);
    list.current!.querySelectorAll<HTMLElement>('[role="tab"]')[next]!.focus();
  };
  return (
    <div className="tabs">
      <div className="tab-list" role="tablist" aria-label={label} ref={list} onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab.key}
            type="button"
            role="tab"
            id={`${id}-${tab.key}`}
            aria-selected={tab === current}
            aria-controls={`${id}-panel`}
            tabIndex={tab === current ? 0 : -1}
            onClick={() => onSelect(tab.key)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {current && (
        <div
          className="tab-panel"
          role="tabpanel"
          id={`${id}-panel`}
          aria-labelledby={`${id}-${current.key}`}
        >
          {current.content()}
        </div>
      )}
    </div>
  );
}
