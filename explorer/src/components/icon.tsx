const paths = {
  search: 'M7 12.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11ZM14.5 14.5 11 11',
  menu: 'M2 4h12M2 8h12M2 12h12',
  close: 'm3.5 3.5 9 9m0-9-9 9',
  plus: 'M8 2.5v11M2.5 8h11',
  minus: 'M2.5 8h11',
  check: 'm2.5 8.5 3.5 3.5 7.5-8',
  down: 'm4 6 4 4 4-4',
  right: 'm6 4 4 4-4 4',
  left: 'm10 4-4 4 4 4',
  up: 'm4 10 4-4 4 4',
  sort: 'm5 6 3-3 3 3M5 10l3 3 3-3',
  filter: 'M2 3.5h12M4.5 8h7M7 12.5h2',
  columns: 'M2 2.5h12v11H2zM6 2.5v11M10 2.5v11',
  code: 'm5.5 4-4 4 4 4M10.5 4l4 4-4 4',
  download: 'M8 2v8m0 0 3-3m-3 3L5 7M2.5 13.5h11',
  bolt: 'M9 1.5 3.5 9H8l-1 5.5L12.5 7H8z',
  trash: 'M2.5 4h11M6 4V2.5h4V4m-6 0 .6 9.5h6.8L12 4',
  edit: 'm2.5 13.5.6-2.9 8-8 2.3 2.3-8 8zM9.5 4.2l2.3 2.3',
  link: 'M9.5 2.5h4v4M13.5 2.5 7.5 8.5M11.5 9v4.5h-9v-9H7',
  copy: 'M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8z',
  settings: 'M2 4.5h5m3 0h4M2 11.5h3m3 0h6M8.5 6.2V2.8M6.5 13.2V9.8',
  alert: 'M8 1.8 15 14H1zM8 6v4M8 12v.2',
  info: 'M8 14.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM8 7.5v3.8M8 4.8V5',
  help: 'M8 14.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM6.2 6.2a1.8 1.8 0 1 1 2.6 1.7c-.6.3-.8.7-.8 1.3M8 11.2v.2',
  /** Why something is allowed or refused; `help` is the help of the keyboard. */
  rights:
    'M8 1.6 13.4 3.6v4c0 3.2-2.3 5.6-5.4 6.8-3.1-1.2-5.4-3.6-5.4-6.8v-4zM5.6 7.9l1.7 1.7 3.1-3.4',
  image: 'M2 2.5h12v11H2zM2 11l3.5-3.5L9 11l2-2 3 2.5M10.5 6v.1',
  user: 'M8 8a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM2.5 14c.4-3 2.6-4.5 5.5-4.5s5.1 1.5 5.5 4.5',
  book: 'M3 2.5h8.5a1.5 1.5 0 0 1 1.5 1.5v9.5H4.5A1.5 1.5 0 0 1 3 12zM3 12a1.5 1.5 0 0 1 1.5-1.5H13',
  map: 'M2.5 2.5h4v4h-4zM9.5 9.5h4v4h-4zM4.5 6.5v5h5M6.5 4.5h5v5',
  grid: 'M2.5 2.5h4.5v4.5H2.5zM9 2.5h4.5v4.5H9zM2.5 9h4.5v4.5H2.5zM9 9h4.5v4.5H9z',
  undo: 'M5.5 3 2.5 6l3 3M2.5 6h7a4 4 0 0 1 0 8H6',
  eye: 'M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8ZM8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z',
  bookmark: 'M4 1.8h8v12.7l-4-3-4 3z',
  panel: 'M2 2.5h12v11H2zM9.5 2.5v11',
} as const;

export type IconName = keyof typeof paths;

/** A decorative line drawing; the control around it has the name. */
export const Icon = ({ name, size = 16 }: { readonly name: IconName; readonly size?: number }) => (
  <svg
    className="icon"
    width={size}
    height={size}
    viewBox="0 0 16 16"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={paths[name]} />
  </svg>
);
