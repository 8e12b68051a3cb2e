/** Browser and operating system from a user agent string. */

/** Most browsers also name others, so the most specific come first. */
const BROWSERS: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera|OPiOS)\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\bChromium\//, 'Chromium'],
  [/(Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const SYSTEMS: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

export function deviceOf(agent: string) {
  const find = (list: [RegExp, string][]) => list.find(([pattern]) => pattern.test(agent))?.[1] ?? null;
  // Other programs begin with their name.
  const program = /^(?!Mozilla\b)[\w-]{2,}/.exec(agent)?.[0] ?? null;
  return { browser: find(BROWSERS) ?? program, system: find(SYSTEMS) };
}
