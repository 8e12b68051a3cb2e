/**
 * Renders the PNG icons from the SVG icon: `node scripts/icons.mjs`. Run it after changing the SVG; the results are in git.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { launch } from './browser.mjs';

const folder = new URL('../public/', import.meta.url);
const svg = readFileSync(new URL('icon.svg', folder), 'utf8');

// Systems crop maskable icons: the background reaches the edge, and the marbles stay in the part that is never cropped.
const whole = svg.replace('rx="112"', '');
const masked = whole.replace(
  '<g id="marbles">',
  '<g id="marbles" transform="translate(256 256) scale(0.8) translate(-256 -254)">',
);

const icons = [
  { file: 'icons/192.png', size: 192, picture: svg },
  { file: 'icons/512.png', size: 512, picture: svg },
  { file: 'icons/maskable-512.png', size: 512, picture: masked },
  { file: 'apple-touch-icon.png', size: 180, picture: whole },
];

const browser = await launch();
for (const { file, size, picture } of icons) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(
    `<style>body { margin: 0 } svg { display: block; width: ${size}px; height: ${size}px }</style>${picture}`,
  );
  writeFileSync(new URL(file, folder), await page.screenshot({ omitBackground: true }));
  await page.close();
}
await browser.close();
