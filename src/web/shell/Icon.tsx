// Drawn on a 16 px grid, one stroke each, so that no icon library is loaded.
// prettier-ignore
const PATHS = {
  menu: 'M2 4h12M2 8h12M2 12h12',
  search: 'M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9M10.5 10.5 14 14',
  light: 'M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6M8 1v2M8 13v2M1 8h2M13 8h2M3 3l1 1M12 12l1 1M3 13l1-1M12 4l1-1',
  dark: 'M13.5 9.6A6 6 0 0 1 6.4 2.5 6 6 0 1 0 13.5 9.6',
  auto: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2M8 2v12M8 5h4.8M8 8h6M8 11h4.8',
  phone: 'M4.5 2h2l1 3-1.6 1.2a8 8 0 0 0 3.9 3.9L11 8.5l3 1v2a2 2 0 0 1-2.2 2A10.5 10.5 0 0 1 2.5 4.2 2 2 0 0 1 4.5 2',
  flag: 'M4.5 14V2l8 3-8 3.2M2.5 14h6',
  clock: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2M8 4.8V8l2.4 1.6',
  queue: 'M2 4h7M2 8h7M2 12h7M12 4v8M10 10l2 2 2-2',
  lead: 'M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9M10.5 10.5 14 14M5.5 6a1.6 1.6 0 1 1 1.6 1.8',
  source: 'M8 12a1 1 0 1 0 .01 0M5 10a4 4 0 0 1 6 0M3 8a7 7 0 0 1 10 0M1 5a10 10 0 0 1 14 0',
  course: 'M1.5 12.5c3-3.5 5-3.5 7-1.5s3.5 1.5 6-1M8 10V2l4 1.7L8 5.5',
  group: 'M2 2.5h5v5H2zM9 2.5h5v5H9zM2 9.5h5v4H2zM9 9.5h5v4H9z',
  rate: 'M8 1.5v13M11 4.2C10 3 6 2.8 5.3 4.8 4.5 7.5 11.3 7.5 11 10.8 10.7 13.3 6 13.3 4.8 11.5',
  club: 'M10.5 1.5 6.5 12M6.5 12c-1 2-3.5 2-4.5.8 1-1.8 3-2.3 4.5-.8M12 12.5a1 1 0 1 0 .01 0',
  image: 'M2 3h12v10H2zM2 11l3.5-3.5L9 11l2-2 3 3M10.5 6a.5.5 0 1 0 .01 0',
  sun: 'M2.5 3.5h11v10h-11zM2.5 6.5h11M5.5 1.8v3M10.5 1.8v3M8 8.2v3.6M6.2 10h3.6',
  calendar: 'M2.5 3.5h11v10h-11zM2.5 6.5h11M5.5 1.8v3M10.5 1.8v3',
  wrench: 'M10.5 2.2a3.5 3.5 0 0 0-3.3 4.7L2.5 11.6l1.9 1.9 4.7-4.7a3.5 3.5 0 0 0 4.5-4.5l-2 2-1.9-1.9z',
  person: 'M8 2a3 3 0 1 0 0 6 3 3 0 0 0 0-6M3 14c0-3 2-4 5-4s5 1 5 4',
  people: 'M6 3a2 2 0 1 0 0 4 2 2 0 0 0 0-4M1 13c0-3 2-4 5-4s5 1 5 4M11 3a2 2 0 0 1 0 4M12 9c2 .5 3 2 3 4',
  partner: 'M6 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8M10 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8',
  webhook: 'M2 8h9M8 5l3 3-3 3M14 3v10',
  gift: 'M2 6h12v2.5H2zM3 8.5h10v5H3zM8 6v7.5M8 6C6 6 4.3 5 5 3.3S8 3.5 8 6c0-2.5 2.3-4.4 3-2.7S10 6 8 6',
  percent: 'M13 3 3 13M5 3a2 2 0 1 0 0 4 2 2 0 0 0 0-4M11 9a2 2 0 1 0 0 4 2 2 0 0 0 0-4',
  chart: 'M2 14h12M4 14V9M8 14V4M12 14V7',
  link: 'M6.8 9.2a2.8 2.8 0 0 0 4 0l2-2a2.8 2.8 0 0 0-4-4l-1 1M9.2 6.8a2.8 2.8 0 0 0-4 0l-2 2a2.8 2.8 0 0 0 4 4l1-1',
  mail: 'M2 3.5h12v9H2zM2 4.5l6 4.5 6-4.5',
  speech: 'M2 3h12v8H7l-3.5 2.8V11H2z',
  inbox: 'M2 9l2-6h8l2 6v4H2zM2 9h3.5l1 1.8h3l1-1.8H14',
  page: 'M3 2h10v12H3zM6 6h4M6 9h4',
  key: 'M5 5.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5M7.5 8H14v2.5M11.5 8v2',
  code: 'M5 4 1.5 8 5 12M11 4l3.5 4L11 12',
} as const;

export type IconName = keyof typeof PATHS;

/** A decorative icon; the control around the icon has the name. */
export const Icon = ({ name }: { name: IconName }) => (
  <svg
    className="icon"
    viewBox="0 0 16 16"
    width="16"
    height="16"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.4"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden
  >
    <path d={PATHS[name]} />
  </svg>
);
