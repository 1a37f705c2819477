const focusable = 'input, select, textarea, button, summary, a[href], [role="menuitem"]';

/** Returns the controls of an element that can receive the focus, in their order. */
export const controlsIn = (element: Element): readonly HTMLElement[] =>
  [...element.querySelectorAll<HTMLElement>(focusable)].filter(
    (control) => !control.matches(':disabled, .visually-hidden') && control.checkVisibility(),
  );
