/** Compresses files as much as possible, since they are built once and served many times. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { filesIn } from './files';

const PACKED = /\.(html|js|css|json|webmanifest|svg|wasm|txt)$/;

/** Writes `x.br` and `x.gz` beside each file `x` if they are smaller. */
export function pack(folder: string): void {
  for (const file of filesIn(folder).filter((file) => PACKED.test(file))) {
    const path = join(folder, file);
    const bytes = readFileSync(path);
    const size = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    const encodings = {
      br: brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, ...size } }),
      gz: gzipSync(bytes, { level: 9 }),
    };
    for (const [suffix, packed] of Object.entries(encodings)) {
      if (packed.length < bytes.length) writeFileSync(`${path}.${suffix}`, packed);
    }
  }
}
