/** Browsers and programs by what they call themselves; the first that fits, because most claim to be several. */
const BROWSERS: readonly [RegExp, string][] = [
  [/\b(?:Edg|EdgA|EdgiOS)\//, "Edge"],
  [/\b(?:OPR|Opera)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, "Chrome"],
  [/\bVersion\/[\d.]+ .*\bSafari\//, "Safari"],
  [/\bAppleWebKit\//, "A browser"],
];

const SYSTEMS: readonly [RegExp, string][] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bMac OS X\b|\bMacintosh\b/, "Mac"],
  [/\bLinux\b/, "Linux"],
];

/** What a client calls itself first, as `curl/8.5.0`. */
const PROGRAM = /^([A-Za-z][\w .-]{0,39})(?:\/|$)/;

/**
 * The device of a `User-Agent` header in plain words, such as "Chrome on Windows"; the name of a program where it is no browser.
 * The caller writes that header, so it helps to recognise a device and proves nothing.
 */
export function deviceName(userAgent: string | null): string {
  if (!userAgent) return "Unknown program";
  const browser = named(BROWSERS, userAgent);
  const system = named(SYSTEMS, userAgent);
  if (browser) return system ? `${browser} on ${system}` : browser;
  return PROGRAM.exec(userAgent)?.[1]?.trim() ?? "Unknown program";
}

function named(table: readonly [RegExp, string][], text: string): string | undefined {
  return table.find(([pattern]) => pattern.test(text))?.[1];
}
