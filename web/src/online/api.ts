/** The server's interface, as docs/online.md and docs/openapi.json describe it. The types are made from the latter: `npm run api`. */
import type { components } from './schema';

export type Schemas = components['schemas'];

/** What the server does not do, and why. Pages say it by its code. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    message: string,
    /** Seconds to wait before trying again. */
    readonly wait?: number,
  ) {
    super(message);
  }
}

/** Asks the server. Nothing comes back from an answer without a body. Without a network the code is `offline`. */
export async function ask<T = void>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(`/api${path}`, {
      method,
      credentials: 'same-origin',
      ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
  } catch {
    throw new Refused('offline', 'the server cannot be reached');
  }
  if (answer.ok) return (answer.status === 204 ? undefined : await answer.json()) as T;
  const trouble = (await answer.json().catch(() => undefined)) as Schemas['Problem'] | undefined;
  throw new Refused(
    trouble?.code ?? 'internal',
    trouble?.message ?? answer.statusText,
    trouble?.retryAfter ?? undefined,
  );
}

/** The address of a socket of the server. */
export function socketAddress(path: string): string {
  return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api${path}`;
}
