/**
 * Lets the browser do what it has to, such as showing what is there and hearing a touch, before what comes next; as often as is said.
 * What takes long to make can so be made in parts, each after the one that is looked at before.
 */
export async function pause(times = 1): Promise<void> {
  for (let n = 0; n < times; n++) await once();
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
