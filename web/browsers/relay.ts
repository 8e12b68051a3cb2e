/** A port that passes everything on to the server until it is closed. To a browser, that is a network that fails. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface Relay {
  address: string;
  close: () => Promise<void>;
}

export async function relay(to: string): Promise<Relay> {
  const { hostname, port } = new URL(to);
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      // Either side may break off.
      socket.on('error', () => {});
      socket.on('close', () => sockets.delete(socket));
    }
    near.pipe(far).pipe(near);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}
