/** Yields to the browser `times` times, so that it can paint and handle input between the parts of a long task. */
export async function pause(times = 1): Promise<void> {
  for (let n = 0; n < times; n++) await once();
}

/** Calls back when the browser has nothing else to do; in Safari, which cannot tell, after a second. */
export function whenIdle(task: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(task);
  else setTimeout(task, 1000);
}

function once(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
