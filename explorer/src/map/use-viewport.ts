import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';

/** The part of the map that is visible, in the units of the map. */
interface Viewport {
  readonly x: number;
  readonly y: number;
  /** The part of the whole that is visible: 1 shows all. */
  readonly scale: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const ALL: Viewport = { x: 0, y: 0, scale: 1 };
const MIN_SCALE = 0.15;
const MAX_SCALE = 1.5;
const STEP = 1.25;

/** Zooms around a point of the map. */
function zoomed(view: Viewport, factor: number, { x, y }: { x: number; y: number }): Viewport {
  const scale = Math.min(MAX_SCALE, Math.max(MIN_SCALE, view.scale * factor));
  const change = scale / view.scale;
  return { scale, x: x - (x - view.x) * change, y: y - (y - view.y) * change };
}

/** Moves and zooms a drawing with the pointer, the wheel, the keyboard and buttons. */
export function useViewport({ width, height }: Size) {
  const [view, setView] = useState(ALL);
  const frame = useRef<SVGSVGElement>(null);
  const dragged = useRef<{ readonly id: number; moved: boolean } | null>(null);
  const zoom = (factor: number) =>
    setView((known) =>
      zoomed(known, factor, {
        x: known.x + (width * known.scale) / 2,
        y: known.y + (height * known.scale) / 2,
      }),
    );
  const move = (right: number, down: number) =>
    setView((known) => ({
      ...known,
      x: known.x + right * width * known.scale,
      y: known.y + down * height * known.scale,
    }));

  useEffect(() => {
    const element = frame.current!;
    // React listens passively, so that the page would scroll.
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(
        element.getScreenCTM()!.inverse(),
      );
      setView((known) => zoomed(known, event.deltaY > 0 ? STEP : 1 / STEP, point));
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, []);

  const keys: Readonly<Record<string, () => void>> = {
    '+': () => zoom(1 / STEP),
    '=': () => zoom(1 / STEP),
    '-': () => zoom(STEP),
    '0': () => setView(ALL),
    ArrowRight: () => move(0.1, 0),
    ArrowLeft: () => move(-0.1, 0),
    ArrowDown: () => move(0, 0.1),
    ArrowUp: () => move(0, -0.1),
  };
  return {
    frame,
    viewBox: [view.x, view.y, width * view.scale, height * view.scale].join(' '),
    zoomIn: () => zoom(1 / STEP),
    zoomOut: () => zoom(STEP),
    fit: () => setView(ALL),
    handlers: {
      onKeyDown(event: KeyboardEvent) {
        if (event.ctrlKey || event.metaKey || event.altKey || !keys[event.key]) return;
        event.preventDefault();
        keys[event.key]!();
      },
      onPointerDown(event: PointerEvent) {
        if (event.button === 0) dragged.current = { id: event.pointerId, moved: false };
      },
      onPointerMove(event: PointerEvent) {
        if (dragged.current?.id !== event.pointerId) return;
        const { a } = frame.current!.getScreenCTM()!;
        if (!dragged.current.moved && Math.hypot(event.movementX, event.movementY) < 2) return;
        dragged.current.moved = true;
        setView((known) => ({
          ...known,
          x: known.x - event.movementX / a,
          y: known.y - event.movementY / a,
        }));
      },
      onPointerUp: () => {
        // The click of the pointer follows.
        setTimeout(() => (dragged.current = null));
      },
      onPointerLeave: () => (dragged.current = null),
      /** Moving the map is not a click on a resource below the pointer. */
      onClickCapture(event: { preventDefault(): void; stopPropagation(): void }) {
        if (!dragged.current?.moved) return;
        event.preventDefault();
        event.stopPropagation();
      },
    },
  };
}
