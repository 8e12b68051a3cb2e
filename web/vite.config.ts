import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { finish } from './build';

export default defineConfig({
  plugins: [svelte(), finish()],
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  worker: { format: 'es' },
  // For online play, run `zertz serve` beside `npm run dev`.
  server: {
    proxy: { '/api': { target: 'http://127.0.0.1:8080', ws: true } },
    fs: { allow: ['.', '../crates/zertz-engine/proofs'] },
  },
  // Tests mount components as in a browser.
  ...(process.env['VITEST'] ? { resolve: { conditions: ['browser'] } } : {}),
  test: {
    environment: 'happy-dom',
    include: ['{src,build}/**/*.test.ts'],
    setupFiles: 'src/testing.ts',
    css: true,
  },
});
