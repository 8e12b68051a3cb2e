/** What happens to the built app before it is served: the service worker is made, files are packed, sizes are checked. */
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
    // The page needs the rules as soon as its script runs; without this they would be asked for only then.
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const wasm = Object.keys(bundle ?? {}).filter((name) => name.endsWith('.wasm'));
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
    // After everything has been written, so that what counts is what will be served.
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
