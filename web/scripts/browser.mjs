/** The browser for scripts: the one that `cargo xtask` found, or Debian's. */
import { chromium } from '@playwright/test';

export function launch() {
  return chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    // The sandbox refuses to work for root.
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
}
