import { useEffect, useRef, useState, type PropsWithChildren } from 'react';

interface TableFrameProps extends PropsWithChildren {
  /** The accessible name, unique on its page. */
  readonly label: string;
  /** Whether the controls of the table let a person scroll with the keyboard. */
  readonly hasControls?: boolean;
}

/** A frame in which a wide table scrolls. A shadow shows at which side there is more. */
export function TableFrame({ label, hasControls = false, children }: TableFrameProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [more, setMore] = useState('');
  useEffect(() => {
    const element = scroller.current!;
    const update = () => {
      const hidden = element.scrollWidth - element.clientWidth;
      const sides = [element.scrollLeft > 1 && 'start', element.scrollLeft < hidden - 1 && 'end'];
      setMore(sides.filter(Boolean).join(' '));
    };
    const sizes = new ResizeObserver(update);
    sizes.observe(element);
    if (element.firstElementChild) sizes.observe(element.firstElementChild);
    element.addEventListener('scroll', update, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', update);
    };
  }, []);
  return (
    <div className="table-frame" data-more={more}>
      <div
        className="table-scroller"
        role="region"
        aria-label={label}
        tabIndex={hasControls ? -1 : 0}
        ref={scroller}
      >
        {children}
      </div>
    </div>
  );
}
