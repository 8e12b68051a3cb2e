/** Requests to the server. The protocol crate defines the endpoints and all types; docs/online.md describes them. */
import type { Endpoints, Problem, Sockets } from '../core/rules';

export type * from '../core/rules';

/** A problem with a request. */
export class Refused extends Error {
  constructor(problem: Problem) {
    super(problem.message);
    Object.assign(this, problem);
  }
}

type Part = 'params' | 'query' | 'body';
type Parts<E> = { [P in Part & keyof E as E[P] extends undefined ? never : P]: E[P] };
/** The path parameter, query and body of an endpoint; no argument for an endpoint without any. */
type Arguments<E> = keyof Parts<E> extends never ? [] : [Parts<E>];
type AnyParts = { params?: string; query?: object; body?: unknown };

/** Sends a request. Throws `Refused`; without a network its code is `offline`. */
export async function ask<Name extends keyof Endpoints>(
  endpoint: Name,
  ...[parts]: Arguments<Endpoints[Name]>
): Promise<Endpoints[Name]['response']> {
  const { body, ...address } = (parts ?? {}) as AnyParts;
  const [method, path] = endpoint.split(' ') as [string, string];
  let response: Response;
  try {
    response = await fetch(fill(path, address), {
      method,
      credentials: 'same-origin',
      ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
  } catch {
    throw new Refused({ code: 'offline', message: 'the server cannot be reached' });
  }
  if (response.ok) return (response.status === 204 ? undefined : await response.json()) as Endpoints[Name]['response'];
  const problem = (await response.json().catch(() => null)) as Partial<Problem> | null;
  throw new Refused({ code: 'internal', message: response.statusText, ...problem });
}

function fill(path: string, { params = '', query = {} }: AnyParts): string {
  return path.replace(/\{\w+\}/, encodeURIComponent(params)) + queryText(query);
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

export function socketAddress<Path extends keyof Sockets>(path: Path, ...[parts]: Arguments<Sockets[Path]>): string {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return `${scheme}://${location.host}${fill(path, (parts ?? {}) as AnyParts)}`;
}
