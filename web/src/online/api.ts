/** Requests to the server. The protocol crate defines the endpoints and all types; docs/online.md describes them. */
import type { Endpoints, Problem } from '../wasm/zertz_wasm.js';

export type * from '../wasm/zertz_wasm.js';

/** A request that the server refused. Pages have a message for each code. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    message: string,
    /** Seconds to wait before trying again. */
    readonly retryAfter?: number,
  ) {
    super(message);
  }
}

type Part = 'params' | 'query' | 'body';
type Parts<E extends Record<Part, unknown>> = { [P in Part as E[P] extends undefined ? never : P]: E[P] };
/** The path parameter, query and body of an endpoint; no argument for an endpoint without any. */
type Arguments<E extends Record<Part, unknown>> = keyof Parts<E> extends never ? [] : [Parts<E>];

/** Sends a request. Throws `Refused`; without a network its code is `offline`. */
export async function ask<Name extends keyof Endpoints>(
  endpoint: Name,
  ...[parts]: Arguments<Endpoints[Name]>
): Promise<Endpoints[Name]['response']> {
  const { params, query, body } = (parts ?? {}) as { params?: string; query?: object; body?: unknown };
  const [method, path] = endpoint.split(' ') as [string, string];
  let response: Response;
  try {
    response = await fetch(path.replace(/\{\w+\}/, encodeURIComponent(params ?? '')) + queryText(query ?? {}), {
      method,
      credentials: 'same-origin',
      ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
  } catch {
    throw new Refused('offline', 'the server cannot be reached');
  }
  if (response.ok) return (response.status === 204 ? undefined : await response.json()) as Endpoints[Name]['response'];
  const problem = (await response.json().catch(() => undefined)) as Problem | undefined;
  throw new Refused(problem?.code ?? 'internal', problem?.message ?? response.statusText, problem?.retryAfter);
}

/** A query with its question mark. Empty values are left out. */
export function queryText(values: object): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values) as [string, string | number | boolean | null | undefined][]) {
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value));
  }
  // Commas need no escape, and without it the address of a page stays readable.
  const text = query.toString().replaceAll('%2C', ',');
  return text && `?${text}`;
}

export function socketAddress(path: string): string {
  return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api${path}`;
}
