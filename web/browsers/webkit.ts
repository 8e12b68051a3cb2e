/**
 * WebKitGTK's MiniBrowser, over classic WebDriver: requests to a driver program, one for each window. It needs a display; Xvfb has one
 * without a screen.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { SIZE, wrapped, type Browser, type Tab } from './browser';

export interface WebKitPrograms {
  driver: string;
  browser: string;
}

export async function startWebKit(programs: WebKitPrograms): Promise<Browser> {
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  // It chooses a display and writes its number.
  const display = await new Promise<string>((resolve, reject) => {
    screen.once('error', reject);
    screen.once('exit', () => reject(new Error('Xvfb stopped')));
    (screen.stdio[3] as Readable).once('data', (data: Buffer) => resolve(`:${data.toString().trim()}`));
  });
  return { open: () => open(programs, display), close: () => stop(screen) };
}

async function stop(process: ChildProcess): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return;
  const ended = once(process, 'exit');
  process.kill();
  await ended;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function ask(method: string, address: string, body?: unknown): Promise<unknown> {
  const answer = await fetch(address, { method, ...(body !== undefined && { body: JSON.stringify(body) }) });
  const { value } = (await answer.json()) as { value: unknown };
  if (answer.ok) return value;
  const { error, message } = value as { error: string; message: string };
  throw new Error(`${error}: ${message}`);
}

/** Waits until the driver answers. */
async function ready(address: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      return void (await ask('GET', `${address}/status`));
    } catch (error) {
      if (tries > 200) throw error;
      await pause(50);
    }
  }
}

async function open({ driver, browser }: WebKitPrograms, display: string): Promise<Tab> {
  const port = await freePort();
  const process_ = spawn(driver, ['--host=127.0.0.1', `--port=${port}`], {
    // Without a language of the system, the browser has none.
    env: { ...process.env, DISPLAY: display, LANGUAGE: 'en_GB', LANG: 'C.UTF-8' },
    stdio: 'ignore',
  });
  const root = `http://127.0.0.1:${port}`;
  await ready(root);
  const options = { binary: browser, args: ['--automation'] };
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } };
  const { sessionId } = (await ask('POST', `${root}/session`, { capabilities })) as { sessionId: string };
  const session = `${root}/session/${sessionId}`;
  const post = (command: string, body: unknown) => ask('POST', `${session}/${command}`, body);
  await post('window/rect', SIZE);
  return {
    goto: async (url) => void (await post('url', { url })),
    reload: async () => void (await post('refresh', {})),
    call: async (what, ...args) => {
      // A script that returns a promise is awaited.
      const script = `return (${wrapped(what)})(arguments[0])`;
      return JSON.parse((await post('execute/sync', { script, args: [JSON.stringify(args)] })) as string) as never;
    },
    click: async (x, y) => {
      const actions = [
        { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ];
      const mouse = { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions };
      await post('actions', { actions: [mouse] });
    },
    picture: async () => Buffer.from((await ask('GET', `${session}/screenshot`)) as string, 'base64'),
    // Classic WebDriver has no command for it.
    problems: () => null,
    close: async () => {
      await ask('DELETE', session).catch(() => {});
      await stop(process_);
    },
  };
}
