const SVG = 'http://www.w3.org/2000/svg';

/** What a drawing needs outside of the page, which has the style sheets. */
const properties = [
  ...['fill', 'stroke', 'stroke-width', 'stroke-dasharray'],
  ...['font-family', 'font-size', 'font-weight', 'text-anchor', 'opacity'],
] as const;

/** Downloads the whole drawing as a file that looks as it does on the page. */
export function saveSvg(drawing: SVGSVGElement, size: Size, name: string): void {
  const url = URL.createObjectURL(new Blob([fileOf(drawing, size)], { type: 'image/svg+xml' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${name}.svg`;
  link.click();
  URL.revokeObjectURL(url);
}

interface Size {
  readonly width: number;
  readonly height: number;
}

function fileOf(drawing: SVGSVGElement, { width, height }: Size): string {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const originals = drawing.querySelectorAll<SVGElement>('*');
  copy.querySelectorAll<SVGElement>('*').forEach((element, at) => {
    const style = getComputedStyle(originals[at]!);
    for (const property of properties)
      element.setAttribute(property, style.getPropertyValue(property));
    for (const attribute of ['class', 'tabindex', 'href', 'aria-label', 'role'])
      element.removeAttribute(attribute);
  });
  const background = document.createElementNS(SVG, 'rect');
  background.setAttribute('width', '100%');
  background.setAttribute('height', '100%');
  background.setAttribute('fill', getComputedStyle(drawing).backgroundColor);
  copy.prepend(background);
  copy.setAttribute('xmlns', SVG);
  copy.setAttribute('viewBox', `0 0 ${width} ${height}`);
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  copy.removeAttribute('class');
  copy.removeAttribute('tabindex');
  return new XMLSerializer().serializeToString(copy);
}
