import type { ComponentProps, ComponentType } from "react";

/**
 * The icons of our pages: those of Lucide that we show, under its licence (`LICENSE.txt`). The package has thousands
 * and takes 50 MB (`docs/decisions/dependencies.md`). For another one, copy the paths from its page at lucide.dev.
 */
export type Icon = ComponentType<ComponentProps<"svg">>;

/** An icon of lines on a field of 24 × 24, in the colour of the text, hidden from screen readers. */
function icon(...lines: string[]): Icon {
  return (props) => drawn(lines, props);
}

function drawn(lines: string[], props: ComponentProps<"svg">) {
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width="24"
      height="24"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      {...props}
    >
      {lines.map((line) => (
        <path key={line} d={line} />
      ))}
    </svg>
  );
}

export const Activity = icon(
  "M22 12h-2.48a2 2 0 0 0-1.93 1.46l-2.35 8.36a.25.25 0 0 1-.48 0L9.24 2.18a.25.25 0 0 0-.48 0l-2.35 8.36A2 2 0 0 1 4.49 12H2",
);
export const ArrowDown = icon("M12 5v14", "m19 12-7 7-7-7");
export const ArrowDownLeft = icon("M17 7 7 17", "M17 17H7V7");
export const ArrowLeft = icon("m12 19-7-7 7-7", "M19 12H5");
export const ArrowLeftRight = icon("M8 3 4 7l4 4", "M4 7h16", "m16 21 4-4-4-4", "M20 17H4");
export const ArrowUp = icon("m5 12 7-7 7 7", "M12 19V5");
export const ArrowUpRight = icon("M7 7h10v10", "M7 17 17 7");
export const Ban = icon("M2 12a10 10 0 1 1 20 0a10 10 0 1 1-20 0", "M4.929 4.929 19.07 19.071");
export const BellRing = icon(
  "M10.268 21a2 2 0 0 0 3.464 0",
  "M22 8c0-2.3-.8-4.3-2-6",
  "M3.262 15.326A1 1 0 0 0 4 17h16a1 1 0 0 0 .74-1.673C19.41 13.956 18 12.499 18 8A6 6 0 0 0 6 8c0 4.499-1.411 5.956-2.738 7.326",
  "M4 2C2.8 3.7 2 5.7 2 8",
);
export const BookCheck = icon(
  "M4 19.5v-15A2.5 2.5 0 0 1 6.5 2H19a1 1 0 0 1 1 1v18a1 1 0 0 1-1 1H6.5a1 1 0 0 1 0-5H20",
  "m9 9.5 2 2 4-4",
);
export const Bookmark = icon(
  "M17 3a2 2 0 0 1 2 2v15a1 1 0 0 1-1.496.868l-4.512-2.578a2 2 0 0 0-1.984 0l-4.512 2.578A1 1 0 0 1 5 20V5a2 2 0 0 1 2-2z",
);
export const Building2 = icon(
  "M10 12h4",
  "M10 8h4",
  "M14 21v-3a2 2 0 0 0-4 0v3",
  "M6 10H4a2 2 0 0 0-2 2v7a2 2 0 0 0 2 2h16a2 2 0 0 0 2-2V9a2 2 0 0 0-2-2h-2",
  "M6 21V5a2 2 0 0 1 2-2h8a2 2 0 0 1 2 2v16",
);
export const CalendarPlus = icon(
  "M16 18h6",
  "M16 2v3",
  "M19 15v6",
  "M21 11.5V5a2 2 0 00-2-2H5a2 2 0 00-2 2v14a2 2 0 002 2h8.3",
  "M3 9h18",
  "M8 2v3",
);
export const Check = icon("M20 6 9 17l-5-5");
export const ChevronDown = icon("m6 9 6 6 6-6");
export const ChevronsUpDown = icon("m7 15 5 5 5-5", "m7 9 5-5 5 5");
export const CircleAlert = icon("M2 12a10 10 0 1 1 20 0a10 10 0 1 1-20 0", "M12 8L12 12", "M12 16L12.01 16");
export const CircleCheck = icon("M2 12a10 10 0 1 1 20 0a10 10 0 1 1-20 0", "m16 9-5.5 5.5L8 12");
export const CircleDot = icon(
  "M11 12a1 1 0 1 1 2 0a1 1 0 1 1-2 0",
  "M2 12a10 10 0 1 1 20 0a10 10 0 1 1-20 0",
);
export const CirclePause = icon("M2 12a10 10 0 1 1 20 0a10 10 0 1 1-20 0", "M10 15L10 9", "M14 15L14 9");
export const CirclePlay = icon(
  "M9 9.003a1 1 0 0 1 1.517-.859l4.997 2.997a1 1 0 0 1 0 1.718l-4.997 2.997A1 1 0 0 1 9 14.996z",
  "M2 12a10 10 0 1 1 20 0a10 10 0 1 1-20 0",
);
export const CircleSlash = icon("M2 12a10 10 0 1 1 20 0a10 10 0 1 1-20 0", "M9 15L15 9");
export const Clock = icon("M2 12a10 10 0 1 1 20 0a10 10 0 1 1-20 0", "M12 6v6l4 2");
export const Code = icon("m16 18 6-6-6-6", "m8 6-6 6 6 6");
export const Coins = icon(
  "M13.744 17.736a6 6 0 1 1-7.48-7.48",
  "M15 6h1v4",
  "m6.134 14.768.866-.5 2 3.464",
  "M10 8a6 6 0 1 1 12 0a6 6 0 1 1-12 0",
);
export const Compass = icon(
  "M2 12a10 10 0 1 1 20 0a10 10 0 1 1-20 0",
  "m16.24 7.76-1.804 5.411a2 2 0 0 1-1.265 1.265L7.76 16.24l1.804-5.411a2 2 0 0 1 1.265-1.265z",
);
export const Copy = icon(
  "M10 8h10a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2h-10a2 2 0 0 1-2-2v-10a2 2 0 0 1 2-2z",
  "M4 16c-1.1 0-2-.9-2-2V4c0-1.1.9-2 2-2h10c1.1 0 2 .9 2 2",
);
export const Download = icon("M12 15V3", "M21 15v4a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-4", "m7 10 5 5 5-5");
export const Ellipsis = icon(
  "M11 12a1 1 0 1 1 2 0a1 1 0 1 1-2 0",
  "M18 12a1 1 0 1 1 2 0a1 1 0 1 1-2 0",
  "M4 12a1 1 0 1 1 2 0a1 1 0 1 1-2 0",
);
export const Handshake = icon(
  "m11 17 2 2a1 1 0 1 0 3-3",
  "m14 14 2.5 2.5a1 1 0 1 0 3-3l-3.88-3.88a3 3 0 0 0-4.24 0l-.88.88a1 1 0 1 1-3-3l2.81-2.81a5.79 5.79 0 0 1 7.06-.87l.47.28a2 2 0 0 0 1.42.25L21 4",
  "m21 3 1 11h-2",
  "M3 3 2 14l6.5 6.5a1 1 0 1 0 3-3",
  "M3 4h8",
);
export const History = icon("M3 12a9 9 0 1 0 9-9 9.75 9.75 0 0 0-6.74 2.74L3 8", "M3 3v5h5", "M12 7v5l4 2");
export const House = icon(
  "M15 21v-8a1 1 0 0 0-1-1h-4a1 1 0 0 0-1 1v8",
  "M3 10a2 2 0 0 1 .709-1.528l7-6a2 2 0 0 1 2.582 0l7 6A2 2 0 0 1 21 10v9a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2z",
);
export const Info = icon("M2 12a10 10 0 1 1 20 0a10 10 0 1 1-20 0", "M12 16v-4", "M12 8h.01");
export const KeyRound = icon(
  "M2.586 17.414A2 2 0 0 0 2 18.828V21a1 1 0 0 0 1 1h3a1 1 0 0 0 1-1v-1a1 1 0 0 1 1-1h1a1 1 0 0 0 1-1v-1a1 1 0 0 1 1-1h.172a2 2 0 0 0 1.414-.586l.814-.814a6.5 6.5 0 1 0-4-4z",
  "M16 7.5a0.5 0.5 0 1 1 1 0a0.5 0.5 0 1 1-1 0",
);
export const Landmark = icon(
  "M10 18v-7",
  "M11.119 2.205a2 2 0 0 1 1.762 0l7.84 3.846A.5.5 0 0 1 20.5 7h-17a.5.5 0 0 1-.22-.949z",
  "M14 18v-7",
  "M18 18v-7",
  "M3 22h18",
  "M6 18v-7",
);
export const Link2 = icon("M9 17H7A5 5 0 0 1 7 7h2", "M15 7h2a5 5 0 1 1 0 10h-2", "M8 12L16 12");
export const Lock = icon(
  "M5 11h14a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2h-14a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2z",
  "M7 11V7a5 5 0 0 1 10 0v4",
);
export const MailPlus = icon(
  "M22 13V6a2 2 0 0 0-2-2H4a2 2 0 0 0-2 2v12c0 1.1.9 2 2 2h8",
  "m22 7-8.97 5.7a1.94 1.94 0 0 1-2.06 0L2 7",
  "M19 16v6",
  "M16 19h6",
);
export const Menu = icon("M4 5h16", "M4 12h16", "M4 19h16");
export const Palette = icon(
  "M12 22a1 1 0 0 1 0-20 10 9 0 0 1 10 9 5 5 0 0 1-5 5h-2.25a1.75 1.75 0 0 0-1.4 2.8l.3.4a1.75 1.75 0 0 1-1.4 2.8z",
  "M13 6.5a0.5 0.5 0 1 1 1 0a0.5 0.5 0 1 1-1 0",
  "M17 10.5a0.5 0.5 0 1 1 1 0a0.5 0.5 0 1 1-1 0",
  "M6 12.5a0.5 0.5 0 1 1 1 0a0.5 0.5 0 1 1-1 0",
  "M8 7.5a0.5 0.5 0 1 1 1 0a0.5 0.5 0 1 1-1 0",
);
export const Pause = icon(
  "M15 3h3a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1h-3a1 1 0 0 1-1-1v-16a1 1 0 0 1 1-1z",
  "M6 3h3a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1h-3a1 1 0 0 1-1-1v-16a1 1 0 0 1 1-1z",
);
export const Pencil = icon(
  "M21.174 6.812a1 1 0 0 0-3.986-3.987L3.842 16.174a2 2 0 0 0-.5.83l-1.321 4.352a.5.5 0 0 0 .623.622l4.353-1.32a2 2 0 0 0 .83-.497z",
  "m15 5 4 4",
);
export const Percent = icon(
  "M19 5L5 19",
  "M4 6.5a2.5 2.5 0 1 1 5 0a2.5 2.5 0 1 1-5 0",
  "M15 17.5a2.5 2.5 0 1 1 5 0a2.5 2.5 0 1 1-5 0",
);
export const Play = icon(
  "M5 5a2 2 0 0 1 3.008-1.728l11.997 6.998a2 2 0 0 1 .003 3.458l-12 7A2 2 0 0 1 5 19z",
);
export const Plus = icon("M5 12h14", "M12 5v14");
export const Receipt = icon(
  "M12 17V7",
  "M16 8h-6a2 2 0 0 0 0 4h4a2 2 0 0 1 0 4H8",
  "M4 3a1 1 0 0 1 1-1 1.3 1.3 0 0 1 .7.2l.933.6a1.3 1.3 0 0 0 1.4 0l.934-.6a1.3 1.3 0 0 1 1.4 0l.933.6a1.3 1.3 0 0 0 1.4 0l.933-.6a1.3 1.3 0 0 1 1.4 0l.934.6a1.3 1.3 0 0 0 1.4 0l.933-.6A1.3 1.3 0 0 1 19 2a1 1 0 0 1 1 1v18a1 1 0 0 1-1 1 1.3 1.3 0 0 1-.7-.2l-.933-.6a1.3 1.3 0 0 0-1.4 0l-.934.6a1.3 1.3 0 0 1-1.4 0l-.933-.6a1.3 1.3 0 0 0-1.4 0l-.933.6a1.3 1.3 0 0 1-1.4 0l-.934-.6a1.3 1.3 0 0 0-1.4 0l-.933.6a1.3 1.3 0 0 1-.7.2 1 1 0 0 1-1-1z",
);
export const Repeat = icon(
  "m17 2 4 4-4 4",
  "M3 11v-1a4 4 0 0 1 4-4h14",
  "m7 22-4-4 4-4",
  "M21 13v1a4 4 0 0 1-4 4H3",
);
export const Route = icon(
  "M9 5h8.5a1 1 0 010 7h-11a1 1 0 000 7H15",
  "M15 19a3 3 0 1 1 6 0a3 3 0 1 1-6 0",
  "M3 5a3 3 0 1 1 6 0a3 3 0 1 1-6 0",
);
export const Search = icon("m21 21-4.34-4.34", "M3 11a8 8 0 1 1 16 0a8 8 0 1 1-16 0");
export const Send = icon(
  "M14.536 21.686a.5.5 0 0 0 .937-.024l6.5-19a.496.496 0 0 0-.635-.635l-19 6.5a.5.5 0 0 0-.024.937l7.93 3.18a2 2 0 0 1 1.112 1.11z",
  "m21.854 2.147-10.94 10.939",
);
export const ShieldCheck = icon(
  "M20 13c0 5-3.5 7.5-7.66 8.95a1 1 0 0 1-.67-.01C7.5 20.5 4 18 4 13V6a1 1 0 0 1 1-1c2 0 4.5-1.2 6.24-2.72a1.17 1.17 0 0 1 1.52 0C14.51 3.81 17 5 19 5a1 1 0 0 1 1 1z",
  "m9 12 2 2 4-4",
);
export const SlidersHorizontal = icon(
  "M10 5H3",
  "M12 19H3",
  "M14 3v4",
  "M16 17v4",
  "M21 12h-9",
  "M21 19h-5",
  "M21 5h-7",
  "M8 10v4",
  "M8 12H3",
);
export const Trash2 = icon(
  "M10 11v6",
  "M14 11v6",
  "M19 6v14a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V6",
  "M3 6h18",
  "M8 6V4a2 2 0 0 1 2-2h4a2 2 0 0 1 2 2v2",
);
export const TriangleAlert = icon(
  "m21.73 18-8-14a2 2 0 0 0-3.48 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.73-3",
  "M12 9v4",
  "M12 17h.01",
);
export const Upload = icon("M12 3v12", "m17 8-5-5-5 5", "M21 15v4a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-4");
export const UserRound = icon("M7 8a5 5 0 1 1 10 0a5 5 0 1 1-10 0", "M20 21a8 8 0 0 0-16 0");
export const Users = icon(
  "M16 21v-2a4 4 0 0 0-4-4H6a4 4 0 0 0-4 4v2",
  "M16 3.128a4 4 0 0 1 0 7.744",
  "M22 21v-2a4 4 0 0 0-3-3.87",
  "M5 7a4 4 0 1 1 8 0a4 4 0 1 1-8 0",
);
export const Webhook = icon(
  "M18 16.98h-5.99c-1.1 0-1.95.94-2.48 1.9A4 4 0 0 1 2 17c.01-.7.2-1.4.57-2",
  "m6 17 3.13-5.78c.53-.97.1-2.18-.5-3.1a4 4 0 1 1 6.89-4.06",
  "m12 6 3.13 5.73C15.66 12.7 16.9 13 18 13a4 4 0 0 1 0 8",
);
export const X = icon("M18 6 6 18", "m6 6 12 12");
