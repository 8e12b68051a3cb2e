/** Build steps after Vite: writes the service worker, compresses the files and checks their sizes. */
import { resolve } from 'node:path';
import type { Plugin } from 'vite';
import { checkBudget } from './budget';
import { pack } from './pack';
import { writeServiceWorker } from './precache';

export function finish(): Plugin {
  let root = '';
  let folder = '';
  let failed = false;
  return {
    name: 'zertz-finish',
    apply: 'build',
    configResolved(config) {
      root = config.root;
      folder = resolve(config.root, config.build.outDir);
    },
    // Preloads the rules, which every page needs as soon as its script runs, but not the other modules.
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const wasm = Object.keys(bundle ?? {}).filter((name) => /zertz_rules.*\.wasm$/.test(name));
        return wasm.map((name) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'fetch', type: 'application/wasm', href: `/${name}`, crossorigin: true },
          injectTo: 'head' as const,
        }));
      },
    },
    buildEnd(error) {
      failed = error !== undefined;
    },
    // After everything has been written.
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        if (failed) return;
        await writeServiceWorker(resolve(root, 'src/sw.ts'), folder);
        pack(folder);
        for (const line of checkBudget(folder)) this.info(line);
      },
    },
  };
}
