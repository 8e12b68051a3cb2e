/** What a browser says of itself, made readable. */

export interface Device {
  browser: string | null;
  system: string | null;
}

/** Many say that they are others too, so who says the least comes last. */
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

export function deviceOf(agent: string): Device {
  const find = (list: [RegExp, string][]) => list.find(([pattern]) => pattern.test(agent))?.[1] ?? null;
  // Programs begin with their name.
  const program = /^(?!Mozilla\b)[\w-]{2,}/.exec(agent)?.[0] ?? null;
  return { browser: find(BROWSERS) ?? program, system: find(SYSTEMS) };
}
