/** Starts the browser that `cargo xtask` found, or Debian's. */
import { chromium } from '@playwright/test';

export function launch() {
  return chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    // The sandbox does not work for root.
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
}
