/** Firefox, over WebDriver BiDi: JSON messages on a WebSocket that Firefox itself opens. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { SIZE, wrapped, type Browser, type Tab } from './browser';

/** Firefox must not ask anything, and must not load anything else while a test runs. */
const PREFERENCES = {
  'app.update.disabledForTesting': true,
  'browser.aboutwelcome.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'intl.accept_languages': 'en-GB',
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'remote.prefs.recommended': true,
};

type Answer = Record<string, unknown>;

/** A connection on which requests and answers have the same number. */
class Bidi {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, { resolve: (answer: Answer) => void; reject: (error: Error) => void }>();
  onEvent: (method: string, params: Answer) => void = () => {};
  #last = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (data: Buffer) => this.#receive(JSON.parse(data.toString()) as Answer));
    socket.on('close', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('Firefox closed the connection'));
    });
  }

  static async to(address: string): Promise<Bidi> {
    const socket = new WebSocket(address, { maxPayload: 2 ** 26 });
    await once(socket, 'open');
    return new Bidi(socket);
  }

  #receive(message: Answer): void {
    if (message['type'] === 'event') {
      return this.onEvent(String(message['method']), message['params'] as Answer);
    }
    const found = this.#waiting.get(Number(message['id']));
    this.#waiting.delete(Number(message['id']));
    if (message['type'] === 'success') found?.resolve(message['result'] as Answer);
    else found?.reject(new Error(`${String(message['error'])}: ${String(message['message'])}`));
  }

  ask(method: string, params: Answer): Promise<Answer> {
    const id = (this.#last += 1);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#socket.send(JSON.stringify({ id, method, params }));
    });
  }

  end(): void {
    this.#socket.close();
  }
}

export async function startFirefox(program: string): Promise<Browser> {
  const profile = await mkdtemp(join(tmpdir(), 'firefox-'));
  const lines = Object.entries(PREFERENCES).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`);
  await writeFile(join(profile, 'user.js'), lines.join('\n'));
  const process = spawn(program, ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(process, 'exit');
  const address = await new Promise<string>((resolve, reject) => {
    let said = '';
    process.once('error', reject);
    process.once('exit', () => reject(new Error(`${program} stopped: ${said}`)));
    process.stderr.on('data', (data: Buffer) => {
      said += data.toString();
      const found = /WebDriver BiDi listening on (ws:\S+)/.exec(said);
      if (found) resolve(found[1]!);
    });
  });
  const bidi = await Bidi.to(`${address}/session`);
  await bidi.ask('session.new', { capabilities: {} });
  await bidi.ask('session.subscribe', { events: ['log.entryAdded'] });
  const problems = new Map<string, string[]>();
  bidi.onEvent = (method, params) => {
    const { context } = params['source'] as { context?: string };
    if (method === 'log.entryAdded' && ['error', 'warn'].includes(String(params['level'])))
      problems.get(context ?? '')?.push(String(params['text']));
  };
  return {
    open: () => open(bidi, problems),
    close: async () => {
      await bidi.ask('browser.close', {});
      bidi.end();
      await ended;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function open(bidi: Bidi, problems: Map<string, string[]>): Promise<Tab> {
  const { userContext } = await bidi.ask('browser.createUserContext', {});
  const { context } = (await bidi.ask('browsingContext.create', { type: 'tab', userContext })) as { context: string };
  await bidi.ask('browsingContext.setViewport', { context, viewport: SIZE });
  problems.set(context, []);
  return {
    goto: async (url) => void (await bidi.ask('browsingContext.navigate', { context, url, wait: 'complete' })),
    reload: async () => void (await bidi.ask('browsingContext.reload', { context, wait: 'complete' })),
    call: async (what, ...args) => {
      const answer = await bidi.ask('script.callFunction', {
        functionDeclaration: wrapped(what),
        arguments: [{ type: 'string', value: JSON.stringify(args) }],
        awaitPromise: true,
        target: { context },
      });
      if (answer['type'] === 'exception') throw new Error((answer['exceptionDetails'] as { text: string }).text);
      return JSON.parse((answer['result'] as { value: string }).value) as never;
    },
    click: async (x, y) => {
      const actions = [
        { type: 'pointerMove', x: Math.round(x), y: Math.round(y) },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ];
      await bidi.ask('input.performActions', { context, actions: [{ type: 'pointer', id: 'mouse', actions }] });
    },
    picture: async () => {
      const { data } = await bidi.ask('browsingContext.captureScreenshot', { context });
      return Buffer.from(String(data), 'base64');
    },
    problems: () => problems.get(context) ?? [],
    close: async () => void (await bidi.ask('browser.removeUserContext', { userContext })),
  };
}
