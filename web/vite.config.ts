import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { finish } from './build';

export default defineConfig({
  plugins: [svelte(), finish()],
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  worker: { format: 'es' },
  // Tests mount components as a browser does.
  ...(process.env['VITEST'] ? { resolve: { conditions: ['browser'] } } : {}),
  test: { environment: 'happy-dom', include: ['{src,build}/**/*.test.ts'], css: true },
});
