/** Outlines of 20 by 20. */
const PATHS = {
  inbox:
    "M3 11l2.4-6.2A1.5 1.5 0 0 1 6.8 4h6.4a1.5 1.5 0 0 1 1.4.8L17 11v4a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 3 15zM3 11h4l1 2h4l1-2h4",
  sent: "M17 3L9 11M17 3l-5 14-3-6-6-3z",
  bell: "M5 13.5V9a5 5 0 0 1 10 0v4.5l1.2 1.5H3.8zM8.5 17h3",
  flow: "M4 4h5v4H4zM11 12h5v4h-5zM6.5 8v4.5A1.5 1.5 0 0 0 8 14h3",
  people:
    "M7.5 9.5a2.75 2.75 0 1 0 0-5.5 2.75 2.75 0 0 0 0 5.5zM2.5 16a5 5 0 0 1 10 0M13 4.3a2.75 2.75 0 0 1 0 5M15 11.6a5 5 0 0 1 2.5 4.4",
  gauge: "M3.5 14a6.5 6.5 0 1 1 13 0M10 14l3-5",
  sliders: "M3 6h8M15 6h2M3 14h2M9 14h8M13 4v4M7 12v4",
  history: "M3.5 10A6.5 6.5 0 1 0 6 4.9L3.5 7M3.5 3v4h4M10 6.5V10l2.5 1.5",
  calendar: "M4 5.500h12v11H4zM4 9h12M7.500 3.500v4M12.500 3.500v4",
  down: "M5.5 8l4.5 4.5L14.500 8",
  back: "M12 4.500L6.500 10l5.500 5.500",
  check: "M4 10.500l4 4 8-9",
  cross: "M5 5l10 10M15 5L5 15",
  clock: "M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM10 6v4l2.500 2",
  minus: "M5 10h10",
  search: "M9 14.500a5.500 5.500 0 1 0 0-11 5.500 5.500 0 0 0 0 11zM13 13l4 4",
  up: "M5.500 12l4.500-4.500 4.500 4.500",
  link: "M8 5H5.500A1.500 1.500 0 0 0 4 6.500v8A1.500 1.500 0 0 0 5.500 16h8a1.500 1.500 0 0 0 1.500-1.500V12M11 4h5v5M16 4l-7 7",
  plus: "M10 4v12M4 10h12",
  bin: "M4 6h12M8 6V4h4v2M6 6l.7 10h6.600L14 6",
  person: "M10 10a3.250 3.250 0 1 0 0-6.500A3.250 3.250 0 0 0 10 10zM4 17a6 6 0 0 1 12 0",
  lock: "M5 9.500h10v7H5zM7 9.500V7a3 3 0 0 1 6 0v2.500",
  grip: "M7.500 5v.01M12.500 5v.01M7.500 10v.01M12.500 10v.01M7.500 15v.01M12.500 15v.01",
  warning: "M10 3.500l7.500 13h-15zM10 8.500v3.500M10 14.500v.01",
  menu: "M3 5.500h14M3 10h14M3 14.500h14",
} as const;

export type IconName = keyof typeof PATHS;

/** A drawing beside a text that says the same; screen readers skip it. */
export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.6}
      strokeLinecap="round"
      strokeLinejoin="round"
      style={{ flex: "none" }}
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
