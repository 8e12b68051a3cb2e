/** The worker that holds the engine. It answers one question after the other; whoever cannot wait ends it. */
import init, { Thinker, type Question } from '../wasm/zertz_wasm.js';

export type ToWorker = { module: WebAssembly.Module; megabytes: number; seed: number } | { question: Question };

let thinker: Thinker | undefined;

addEventListener('message', (event: MessageEvent<ToWorker>) => {
  const message = event.data;
  if ('module' in message) {
    started = init({ module_or_path: message.module }).then(() => {
      thinker = new Thinker(message.megabytes, message.seed);
    });
  } else {
    void started?.then(() => answer(message.question));
  }
});

let started: Promise<void> | undefined;

function answer(question: Question): void {
  try {
    const best = thinker!.think(question, (thought: unknown) => postMessage({ thought }));
    postMessage({ best });
  } catch (trouble) {
    postMessage({ trouble: trouble instanceof Error ? { code: 'engine', sentence: trouble.message } : trouble });
  }
}
